"""Node pools of KAI: a scheduler sees the queues, pods and nodes of its own alone."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    kai,
    problem,
)


@check(each=kai.KaiQueue)
def kai_parent_of_other_node_pool(queue: kai.KaiQueue, context: Context) -> Iterator[Problem]:
    """Find queues whose parent carries another node pool, or none.

    Source: KAI pkg/scheduler/cache/cluster_info, ListQueues and cleanQueueOrphans.
    """
    if not queue.parent:
        return
    parent = context.cluster.index(kai.KaiQueues).get(queue.parent, queue.resource)
    if parent is None or parent.name == queue.name:
        return
    own, other = kai.node_pool(queue.resource), kai.node_pool(parent.resource)
    if own != other and not is_placeholder(own) and not is_placeholder(other):
        yield problem(
            queue.resource.at("spec", "parentQueue"),
            related=[(parent.resource.at("metadata"), f"queue {parent.name}")],
            queue=queue.name,
            own=own or "none",
            parent=parent.name,
            other=other or "none",
        )
