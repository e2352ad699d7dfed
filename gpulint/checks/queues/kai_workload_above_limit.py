"""The GPUs of a workload against the limits of its KAI queue and of the queues above it."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gangs,
    Problem,
    check,
    kai,
    problem,
    queue_gang,
    queues,
    resources,
)


@check(each=queues.QueueReference)
def kai_workload_above_limit(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Compare what must run at once with every stated limit on the way up; -1 is no limit."""
    if reference.system != queues.KAI:
        return
    index = context.cluster.index(kai.KaiQueues)
    queue = index.get(reference.name, reference.resource)
    demand = None
    if queue is not None:
        demand = queue_gang.kai_demand(reference, context.manifests.index(Gangs))
    for each in index.line(queue) if queue is not None else ():
        limit = each.amount("gpu", "limit")
        if demand is None or not limit.stated or limit.quantity is None or limit.unlimited:
            continue
        for name, need in demand.needs.items():
            accelerator = resources.accelerator(name)
            if accelerator is None or accelerator.kind != "gpu":
                continue
            if demand.least(need) > limit.quantity:
                yield problem(
                    need.place,
                    related=[
                        (limit.place, "the queue allows no more than this"),
                        (reference.place, "the queue is chosen here"),
                        *demand.related,
                        *need.related,
                    ],
                    need=demand.words(need),
                    resource=name,
                    queue=each.name,
                    most=limit.quantity,
                )
                return
