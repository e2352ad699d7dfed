"""The capability of a queue against those of the queues above it."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, queue_need, volcano


@check(each=volcano.VolcanoQueue)
def volcano_capability_above_ancestor(
    queue: volcano.VolcanoQueue, context: Context
) -> Iterator[Problem]:
    """Compare each resource with the nearest ancestor that bounds it."""
    ancestors = tuple(context.cluster.index(volcano.VolcanoQueues).ancestors(queue))
    for name, own in queue.amounts["capability"].items():
        for each in ancestors:
            most = each.amounts["capability"].get(name)
            if most is None:
                continue
            if own.quantity and most.quantity and own.quantity > most.quantity:
                yield problem(
                    own.place,
                    related=[(most.place, "the bound above")],
                    resource=name,
                    value=queue_need.shown(name, own.quantity),
                    most=queue_need.shown(name, most.quantity),
                    parent=each.name,
                )
            break
