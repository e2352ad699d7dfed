"""The nodes of the facts, equal ones folded, and why each kind of them takes a pod or not."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.catalog import resources as catalog_resources
from gpulint.model.affinity import Requirement
from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.node import Node, Taint
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import ZERO, Quantity
from gpulint.placement.match import labels_exclusion, untolerated

# Whose nodes come and go: what stands today proves existence, never absence.
_GROWING = (("karpenter.sh", "NodePool"), ("karpenter.sh", "Provisioner"))


class NodeGroup(NamedTuple):
    """Nodes that are equal to the scheduler but for their names. `node` stands for all `nodes`."""

    node: Node
    nodes: int

    @property
    def accelerators(self) -> Mapping[str, Quantity]:
        """Accelerators that one node offers, zero amounts left out."""
        return {
            name: amount
            for name, amount in self.node.allocatable.items()
            if not amount.is_zero and catalog_resources.accelerator(name) is not None
        }


class Fleet(NamedTuple):
    """All nodes that the run knows. grows: an autoscaler may add kinds of nodes unknown today."""

    groups: tuple[NodeGroup, ...]
    grows: bool

    def values(self, key: str) -> tuple[str, ...]:
        """Values that nodes carry for a label, sorted."""
        found = {group.node.labels.get(key) for group in self.groups}
        return tuple(sorted(value for value in found if value is not None))


class Verdict(NamedTuple):
    """What the filters say of a pod, per group of nodes.

    open: groups that labels and taints let the pod on. by_labels, by_taint: the others, with the
    constraint that keeps the pod off; labels come first, as a toleration is the easier cure.
    """

    open: tuple[NodeGroup, ...]
    by_labels: tuple[tuple[NodeGroup, Requirement], ...]
    by_taint: tuple[tuple[NodeGroup, Taint], ...]


def fleet(manifests: Manifests) -> Fleet:
    """Fold the nodes of a run: `context.cluster.index(fleet)`."""
    folded: dict[object, list[Node]] = {}
    for node in manifests.of(Node):
        folded.setdefault(node.shape, []).append(node)
    groups = tuple(NodeGroup(n[0], sum(each.count for each in n)) for n in folded.values())
    return Fleet(groups, any(manifests.by_kind(*kind) for kind in _GROWING))


def judge(pod: PodTemplate, nodes: Fleet) -> Verdict:
    """Sort the groups by what keeps the pod off them; labels are looked at even behind a taint."""
    known = pod.once(_none_yet)[0]
    found = known.get(id(nodes))
    if found is None:
        found = known[id(nodes)] = (nodes, _judged(pod, nodes))
    return found[1]


def _none_yet(pod: PodTemplate) -> Iterator[dict[int, tuple[Fleet, Verdict]]]:
    """The verdicts on a pod, by fleet, which is held so that its id names no other."""
    yield {}


def _judged(pod: PodTemplate, nodes: Fleet) -> Verdict:
    free: list[NodeGroup] = []
    by_labels: list[tuple[NodeGroup, Requirement]] = []
    by_taint: list[tuple[NodeGroup, Taint]] = []
    for group in nodes.groups:
        requirement = labels_exclusion(pod, group.node)
        if requirement is not None:
            by_labels.append((group, requirement))
            continue
        taint = untolerated(pod.tolerations, group.node.taints)
        if taint is not None:
            by_taint.append((group, taint))
        else:
            free.append(group)
    return Verdict(tuple(free), tuple(by_labels), tuple(by_taint))


def is_served_by_claims(name: str, context: Context) -> bool:
    """Whether a device class serves a resource name, so that no node has to list it."""
    classes = context.cluster.by_kind("resource.k8s.io", "DeviceClass")
    return any(each.spec.get("extendedResourceName") == name for each in classes)


def most(groups: tuple[NodeGroup, ...], resource: str) -> Quantity:
    """The largest amount of a resource that one node of these groups offers."""
    return max((group.node.allocatable.get(resource, ZERO) for group in groups), default=ZERO)
