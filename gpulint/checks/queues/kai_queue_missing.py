"""The queue that a workload of KAI names."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    kai,
    problem,
    queue_lookup,
    queues,
)


@check(each=queues.QueueReference)
def kai_queue_missing(reference: queues.QueueReference, context: Context) -> Iterator[Problem]:
    """Look up a named Queue of KAI."""
    if reference.system != queues.KAI:
        return
    if is_placeholder(reference.name):
        context.cannot_check(reference.place)
        return
    absence = queue_lookup.missing(context, reference.resource, kai.GROUP, "Queue", reference.name)
    if absence is not None:
        yield problem(
            reference.place,
            confidence=absence.confidence,
            queue=reference.name,
            known=absence.known[:8] or "none",
            near=absence.near,
        )
