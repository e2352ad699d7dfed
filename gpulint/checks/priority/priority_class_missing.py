"""The priority class that pods, gangs and labels name."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    priorities,
    problem,
    queue_lookup,
)


@check(each=priorities.PriorityReference)
def priority_class_missing(
    reference: priorities.PriorityReference, context: Context, *, kind: str
) -> Iterator[Problem]:
    """Look the class up; a class of the other kind by that name is another rule's matter.

    kind: PriorityClass or WorkloadPriorityClass.
    """
    if reference.kind != kind or not reference.concerns_gpus:
        return
    if is_placeholder(reference.name):
        context.cannot_check(reference.place)
        return
    if kind == priorities.CLASS and reference.name in priorities.SHIPPED:
        return
    other_group, other_kind = reference.other
    if context.cluster.named(other_group, other_kind, reference.name) is not None:
        return
    absence = queue_lookup.missing(
        context, reference.resource, reference.group, kind, reference.name
    )
    if absence is not None:
        yield problem(
            reference.place,
            confidence=absence.confidence,
            name=reference.name,
            field=reference.field,
            owner=reference.resource.label,
            near=absence.near,
        )
