"""The parent that a queue of Volcano names."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    problem,
    queue_lookup,
    volcano,
)


@check(each=volcano.VolcanoQueue)
def volcano_queue_parent_missing(
    queue: volcano.VolcanoQueue, context: Context
) -> Iterator[Problem]:
    """Look up the parent among other queues; the queue itself tells nothing about the others."""
    place = queue.resource.at("spec", "parent")
    if is_placeholder(queue.parent):
        context.cannot_check(place)
        return
    if queue.parent in (volcano.ROOT_QUEUE, volcano.DEFAULT_QUEUE, queue.name):
        return
    absence = queue_lookup.missing(context, queue.resource, volcano.GROUP, "Queue", queue.parent)
    if absence is None or (absence.because == "siblings" and absence.known == (queue.name,)):
        return
    yield problem(
        place,
        confidence=absence.confidence,
        parent=queue.parent,
        queue=queue.name,
        near=absence.near,
    )
