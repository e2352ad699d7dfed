"""How many pods of one shape the nodes of the facts can hold at once, at best."""

from collections.abc import Iterator

from gpulint.model.context import Context
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import ZERO
from gpulint.placement.alone import exclusive_amounts
from gpulint.placement.fleet import NodeGroup, fleet, is_served_by_claims, judge

# Their pods hold their devices for as long as the object stands.
STANDING = frozenset(
    {"Deployment", "StatefulSet", "ReplicaSet", "ReplicationController", "LeaderWorkerSet"}
)


def places(pod: PodTemplate, context: Context) -> int | None:
    """Pods that fit on empty nodes, as labels, taints and resources go; None when nobody can tell.

    An upper bound: what else runs there only takes away. Unknown with nodes that come and go.
    """
    nodes = context.cluster.index(fleet)
    if not context.knows_nodes or nodes.grows or not pod.accelerators:
        return None
    if any(is_served_by_claims(name, context) for name in pod.accelerators):
        return None
    return sum(_on_one(pod, group) * group.nodes for group in judge(pod, nodes).open)


def is_alone_on_a_node(pod: PodTemplate) -> bool:
    """Whether a node takes one such pod at most, by anti-affinity or a host port."""
    return bool(exclusive_amounts(pod))


def _on_one(pod: PodTemplate, group: NodeGroup) -> int:
    offered = group.node.allocatable
    counts = [
        offered.get(name, ZERO).nano // wanted.nano
        for name, wanted in pod.requests.items()
        if wanted.nano > 0
    ]
    if counts and is_alone_on_a_node(pod):
        return min(1, *counts)
    return min(counts, default=0)


def left_over(pod: PodTemplate, context: Context) -> tuple[int, tuple[PodTemplate, ...]] | None:
    """Devices that stay free on the nodes a pod may use, and the standing pods that take the rest.

    Counts pods of the run that can run nowhere else. None where `places` is unknown, or for a pod
    that asks for several kinds of devices.
    """
    if places(pod, context) is None or len(pod.accelerators) != 1:
        return None
    (name,) = pod.accelerators
    nodes = context.cluster.index(fleet)
    open_groups = judge(pod, nodes).open
    free = sum((g.node.allocatable.get(name, ZERO).whole or 0) * g.nodes for g in open_groups)
    holders = tuple(_holders(name, open_groups, context))
    taken = sum((each.count or 0) * (each.accelerators[name].whole or 0) for each in holders)
    return free - taken, holders


def _holders(name: str, groups: tuple[NodeGroup, ...], context: Context) -> Iterator[PodTemplate]:
    nodes = context.cluster.index(fleet)
    usable = {id(group.node) for group in groups}
    for pod in context.manifests.of(PodTemplate):
        if pod.resource.kind not in STANDING or name not in pod.accelerators or not pod.count:
            continue
        reachable = [g for g in judge(pod, nodes).open if name in g.accelerators]
        if reachable and all(id(group.node) in usable for group in reachable):
            yield pod
