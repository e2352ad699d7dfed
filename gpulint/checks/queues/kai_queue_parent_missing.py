"""The parent that a queue of KAI names."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, is_placeholder, kai, problem, queue_lookup


@check(each=kai.KaiQueue)
def kai_queue_parent_missing(queue: kai.KaiQueue, context: Context) -> Iterator[Problem]:
    """Look up the parent; an input that holds queues at the top shows which there are."""
    place = queue.resource.at("spec", "parentQueue")
    if is_placeholder(queue.parent):
        context.cannot_check(place)
        return
    if not queue.parent:
        return
    absence = queue_lookup.missing(context, queue.resource, kai.GROUP, "Queue", queue.parent)
    if absence is None:
        return
    tops = context.cluster.index(kai.KaiQueues).tops
    if absence.because == "siblings" and not absence.near and not tops:
        return
    yield problem(
        place,
        confidence=absence.confidence,
        parent=queue.parent,
        queue=queue.name,
        near=absence.near,
    )
