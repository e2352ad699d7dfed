"""The queue that a workload of Volcano names."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    problem,
    queue_lookup,
    queues,
    volcano,
)

_ALWAYS_THERE = frozenset({volcano.DEFAULT_QUEUE, volcano.ROOT_QUEUE})


@check(each=queues.QueueReference)
def volcano_queue_missing(reference: queues.QueueReference, context: Context) -> Iterator[Problem]:
    """Look up a named Queue; `default` and `root` exist in every installation."""
    if reference.system != queues.VOLCANO or reference.name in _ALWAYS_THERE:
        return
    if is_placeholder(reference.name):
        context.cannot_check(reference.place)
        return
    absence = queue_lookup.missing(
        context, reference.resource, volcano.GROUP, "Queue", reference.name
    )
    if absence is not None:
        yield problem(
            reference.place,
            confidence=absence.confidence,
            queue=reference.name,
            known=absence.known[:8] or "none",
            near=absence.near,
        )
