"""PriorityClass and Kueue's WorkloadPriorityClass, taken one for the other."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, priorities, problem


@check(each=priorities.PriorityReference)
def priority_class_of_other_kind(
    reference: priorities.PriorityReference, context: Context, *, kind: str
) -> Iterator[Problem]:
    """Look for a name that only a class of the other kind has.

    kind: the one that the place takes, PriorityClass or WorkloadPriorityClass.
    """
    if reference.kind != kind:
        return
    other_group, other_kind = reference.other
    if context.cluster.named(reference.group, kind, reference.name) is not None:
        return
    other = context.cluster.named(other_group, other_kind, reference.name)
    if other is None or reference.name in priorities.SHIPPED:
        return
    known = context.cluster.by_kind(reference.group, kind)
    yield problem(
        reference.place,
        related=[(other.at("metadata", "name"), f"this is a {other_kind}")],
        confidence="high" if known or context.complete else "medium",
        name=reference.name,
        field=reference.field,
    )
