"""Whether nodes that a pod cannot use hold a strict spread back, as far as the nodes are known.

Source: kubernetes pkg/scheduler/framework/plugins/podtopologyspread: a node counts when it has the label and
the pod's own selectors allow it, whatever it offers; its taints count with nodeTaintsPolicy Honor alone.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gpulint.model.node import Node
from gpulint.model.pod import PodTemplate
from gpulint.placement.match import exclusion, labels_exclusion, untolerated


class Spread(NamedTuple):
    """Values of the topology key, and those of them under which some node can take the pod."""

    domains: tuple[str, ...]
    usable: tuple[str, ...]

    @property
    def empty(self) -> tuple[str, ...]:
        """Values that count and stay at nothing."""
        return tuple(each for each in self.domains if each not in self.usable)


def spread(pod: PodTemplate, row: Mapping[str, object], nodes: Iterable[Node]) -> Spread:
    """The domains of one constraint. An entry of folded nodes with values of their own is many."""
    key = str(row.get("topologyKey"))
    domains: dict[str, None] = {}
    usable: dict[str, None] = {}
    for node in nodes:
        if row.get("nodeAffinityPolicy") != "Ignore" and labels_exclusion(pod, node) is not None:
            continue
        if row.get("nodeTaintsPolicy") == "Honor" and untolerated(pod.tolerations, node.taints):
            continue
        values = dict.fromkeys(_values(node, key))
        domains |= values
        if exclusion(pod, node) is None:
            usable |= values
    return Spread(tuple(domains), tuple(usable))


def _values(node: Node, key: str) -> tuple[str, ...]:
    if key in node.own_labels or (key == "kubernetes.io/hostname" and node.count > 1):
        return tuple(f"{node.name} {number}" for number in range(node.count))
    value = node.labels.get(key)
    if value is None:  # kubelet writes this label, which lists of nodes for rules often lack
        return (node.name,) if key == "kubernetes.io/hostname" else ()
    return (value,)
