"""A gang's need against the capability of its Volcano queue and of the queues above it."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gangs,
    Problem,
    check,
    problem,
    queue_gang,
    queue_need,
    queues,
    volcano,
)


@check(each=queues.QueueReference)
def volcano_gang_above_capability(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Compare the least that the gang can start with to the tightest capability on the way up."""
    if reference.system != queues.VOLCANO:
        return
    index = context.cluster.index(volcano.VolcanoQueues)
    queue = index.get(reference.name, reference.resource)
    demand = None
    if queue is not None:
        demand = queue_gang.volcano_demand(reference, context.manifests.index(Gangs))
    if queue is None or demand is None:
        return
    for name, need in demand.needs.items():
        bound = index.bound(queue, name)
        if bound is None or bound.quantity is None or demand.least(need) <= bound.quantity:
            continue
        yield problem(
            need.place,
            related=[
                (bound.place, "the queue may hold no more than this"),
                (reference.place, "the queue is chosen here"),
                *demand.related,
                *need.related,
            ],
            confidence="high" if demand.certain else "medium",
            need=demand.words(need),
            resource=name,
            queue=queue.name,
            most=queue_need.shown(name, bound.quantity),
        )
