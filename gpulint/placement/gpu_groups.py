"""The nodes with NVIDIA cards that a pod may use, and what they say of MIG and sharing."""

from gpulint.catalog.mig import PREFIX
from gpulint.model.context import Context
from gpulint.model.mig_request import SHARED
from gpulint.model.node import Node
from gpulint.model.pod import PRODUCT_LABEL, PodTemplate
from gpulint.model.quantity import ZERO
from gpulint.placement.fleet import NodeGroup, fleet, judge

GPU = "nvidia.com/gpu"


def gpu_groups(pod: PodTemplate, context: Context) -> tuple[NodeGroup, ...]:
    """Groups of nodes with NVIDIA cards that labels and taints let the pod on.

    Empty when nothing is known of nodes, and when an autoscaler may add others.
    """
    nodes = context.cluster.index(fleet)
    if nodes.grows or not nodes.groups:
        return ()
    return tuple(group for group in judge(pod, nodes).open if _has_cards(group))


def offering(groups: tuple[NodeGroup, ...], resource: str) -> tuple[NodeGroup, ...]:
    """The groups whose nodes offer at least one of a resource."""
    return tuple(g for g in groups if not g.node.allocatable.get(resource, ZERO).is_zero)


def sliced(groups: tuple[NodeGroup, ...]) -> tuple[NodeGroup, ...]:
    """The groups whose nodes offer MIG slices by name."""
    return tuple(g for g in groups if any(name.startswith(PREFIX) for name in g.accelerators))


def sharing_strategy(node: Node, resource: str) -> str:
    """How a node shares a resource, as discovery labels it: none, mps, time-slicing; empty if unknown."""
    plain = resource.removesuffix(SHARED)
    return node.labels.get(f"{plain}.sharing-strategy", "")


def _has_cards(group: NodeGroup) -> bool:
    node = group.node
    return PRODUCT_LABEL in node.labels or any(
        n.startswith("nvidia.com/") for n in node.allocatable
    )
