"""Node pools of KAI: a scheduler sees the queues, pods and nodes of its own alone."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    kai,
    problem,
    queues,
    text,
)


@check(each=queues.QueueReference)
def kai_queue_of_other_node_pool(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Find work whose node pool, by the label of its object or pods, is not its queue's.

    Source: KAI pkg/podgrouper, addNodePoolLabel: the object's label goes before the pod's.
    """
    if reference.system != queues.KAI or not reference.pods or reference.resource.kind == "CronJob":
        return
    queue = context.cluster.index(kai.KaiQueues).get(reference.name, reference.resource)
    if queue is None:
        return
    of_pods = {text(pod.labels.get(kai.NODE_POOL_LABEL)) for pod in reference.pods}
    own = {kai.node_pool(reference.resource)} - {""} or of_pods
    other = kai.node_pool(queue.resource)
    if other in own or is_placeholder(other) or any(map(is_placeholder, own)):
        return
    yield problem(
        reference.place,
        related=[(queue.resource.at("metadata"), f"queue {queue.name}")],
        queue=queue.name,
        own=next(iter(sorted(own))) or "none",
        other=other or "none",
    )
