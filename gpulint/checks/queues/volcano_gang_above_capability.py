"""A gang's need against the capability of its Volcano queue and of the queues above it."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gangs,
    Place,
    Problem,
    Quantity,
    Related,
    check,
    mapping,
    parse_quantity,
    problem,
    queue_gang,
    queue_need,
    queues,
    volcano,
)

# What stands beside the name of the queue and becomes minResources of the group.
_ANNOUNCED = {"batchSchedulerOptions": "resources"}


@check(each=queues.QueueReference)
def volcano_gang_above_capability(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Compare the least that the gang can start with to the tightest capability on the way up.

    What the object announces as the group's least resources counts where its pods need less.
    """
    if reference.system != queues.VOLCANO:
        return
    index = context.cluster.index(volcano.VolcanoQueues)
    queue = index.get(reference.name, reference.resource)
    if queue is None:
        return
    demand = queue_gang.volcano_demand(reference, context.manifests.index(Gangs))
    told: set[str] = set()
    for name, least, found in (*_of_pods(demand), *_announced(reference)):
        bound = index.bound(queue, name)
        if name in told or bound is None or bound.quantity is None or least <= bound.quantity:
            continue
        told.add(name)
        related = (
            Related(bound.place, "the queue may hold no more than this"),
            Related(reference.place, "the queue is chosen here"),
        )
        most = queue_need.shown(name, bound.quantity)
        facts = {**found.facts, "resource": name, "queue": queue.name, "most": most}
        yield found._replace(facts=facts, related=related + found.related)


def _of_pods(demand: queue_gang.Demand | None) -> Iterator[tuple[str, Quantity, Problem]]:
    """What the pods need at least: resource, amount, and where to tell it."""
    if demand is None:
        return
    for name, need in demand.needs.items():
        yield (
            name,
            demand.least(need),
            problem(
                need.place,
                related=(*demand.related, *need.related),
                confidence="high" if demand.certain else "medium",
                need=demand.words(need),
            ),
        )


def _announced(reference: queues.QueueReference) -> Iterator[tuple[str, Quantity, Problem]]:
    """minResources beside the name of the queue: resource, amount, and where to tell it."""
    beside = reference.place.pointer[len(reference.resource.pointer) : -1]
    path = (*beside, _ANNOUNCED.get(str(beside[-1]) if beside else "", "minResources"))
    for name, value in mapping(reference.resource.get(*path)).items():
        amount = parse_quantity(value)
        if amount is not None:
            place: Place = reference.resource.at(*path, name)
            yield name, amount, problem(place, need=queue_need.shown(name, amount))
