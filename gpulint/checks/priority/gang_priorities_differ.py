"""The priority classes of pods that start together."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gang, Gangs, Member, Problem, check, priorities, problem

_ON_PURPOSE = frozenset({"ray.io", "batch.volcano.sh", "flow.volcano.sh"})


@check(each=Gang)
def gang_priorities_differ(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare the classes of all members that ask for GPUs.

    A head or launcher without GPUs may rank higher. In a Ray cluster one label decides for all,
    Volcano orders the tasks of its Jobs by priority on purpose, and a class whose value is unknown
    may equal the other.
    """
    if gang.resource.group in _ON_PURPOSE:
        return
    index = context.cluster.index(priorities.PriorityClasses)
    first: tuple[Member, int | None] | None = None
    for member in context.manifests.index(Gangs).members(gang).each:
        if not member.pod.accelerators or not member.pod.priority_class:
            continue
        found = index.of(member.pod.priority_class, member.resource)
        value = None if found is None else found.value
        if first is None:
            first = (member, value)
            continue
        other, other_value = first
        if member.pod.priority_class == other.pod.priority_class:
            continue
        if value is not None and value == other_value:
            continue
        yield problem(
            member.pod.at("priorityClassName"),
            related=[(other.pod.at("priorityClassName"), f"{other.words} has this class")],
            confidence="medium" if None in (value, other_value) else "high",
            name=member.pod.priority_class,
            other=other.pod.priority_class,
            gang=gang.name or gang.resource.label,
        )
