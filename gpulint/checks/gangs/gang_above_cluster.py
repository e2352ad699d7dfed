"""Gangs that the nodes cannot hold at once."""

from collections.abc import Iterator, Sequence

from gpulint.authoring import Context, Gang, Gangs, Member, Problem, check, problem, room

_VOLCANO = "batch.volcano.sh"


@check(each=Gang)
def gang_above_cluster(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare the pods that a gang needs of each role with those that fit on empty nodes.

    Silent where not one fits: rules of placement tell why. An autoscaler may add nodes.
    """
    if not context.knows_nodes or not (gang.stated or gang.resource.group == _VOLCANO):
        return
    members = context.manifests.index(Gangs).members(gang)
    total = members.total
    if total is None or (gang.minimum or 0) > total:  # more than it has: another rule
        return
    minimum = total if gang.minimum is None and not gang.stated else gang.minimum or 0
    for member, least in _needed(members.each, minimum, total):
        places = room.places(member.pod, context)
        if not places or places >= least:
            continue
        yield problem(
            gang.place if gang.stated else next(iter(member.lines), gang.place),
            related=[(line, f"{member.words} makes {member.count}") for line in member.lines],
            role=member.words,
            pods=least,
            places=places,
            resources=tuple(sorted(member.pod.accelerators)),
        )
        return


def _needed(members: Sequence[Member], minimum: int, total: int) -> Iterator[tuple[Member, int]]:
    """Each role with GPUs and the pods of it that the minimum takes, were all others there."""
    for member in members:
        least = minimum - (total - (member.count or 0))
        if member.pod.accelerators and least > 1:
            yield member, least
