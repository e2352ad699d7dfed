"""Work that is sent to a queue with queues below it."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, kai, problem, queues


@check(each=queues.QueueReference)
def kai_queue_not_leaf(reference: queues.QueueReference, context: Context) -> Iterator[Problem]:
    """Look for queues of KAI that name the workload's queue as their parent."""
    if reference.system != queues.KAI:
        return
    index = context.cluster.index(kai.KaiQueues)
    queue = index.get(reference.name, reference.resource)
    children = () if queue is None else index.children(queue)
    if children:
        yield problem(
            reference.place,
            related=[
                (each.resource.at("spec", "parentQueue"), "a queue below") for each in children
            ],
            queue=reference.name,
            children=sorted(each.name for each in children),
        )
