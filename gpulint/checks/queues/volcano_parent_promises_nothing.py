"""What a Volcano queue is promised, below a parent that is promised none of it."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, queue_need, volcano

_SUMMED = ("guarantee", "deserved")


@check(each=volcano.VolcanoQueue)
def volcano_parent_promises_nothing(
    queue: volcano.VolcanoQueue, context: Context
) -> Iterator[Problem]:
    """Find guarantee and deserved of resources that the parent leaves out, which counts as 0 there.

    The root is not judged: its amounts are filled in from the cluster.
    """
    index = context.cluster.index(volcano.VolcanoQueues)
    parent = index.get(queue.parent, queue.resource)
    if parent is None or parent.name in (volcano.ROOT_QUEUE, queue.name):
        return
    for bound in _SUMMED:
        for name, own in queue.amounts[bound].items():
            if name in parent.amounts[bound] or own.quantity is None or own.quantity.is_zero:
                continue
            yield problem(
                own.place,
                related=[(parent.resource.at("metadata", "name"), "the parent")],
                bound=bound,
                resource=name,
                amount=queue_need.shown(name, own.quantity),
                parent=parent.name,
            )
