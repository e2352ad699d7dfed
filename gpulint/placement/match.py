"""Can one pod run on one node: what the scheduler's filter plugins decide, term by term.

Source: kubernetes/kubernetes pkg/scheduler/framework/plugins (nodeaffinity, tainttoleration,
nodeunschedulable, noderesources) and component-helpers scheduling/corev1/nodeaffinity.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gpulint.model.affinity import Requirement, Toleration
from gpulint.model.node import Node, Taint
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import ZERO, Quantity
from gpulint.model.resource import dig, mapping, sequence


class Exclusion(NamedTuple):
    """The one constraint that keeps a pod off a node, in the scheduler's order of filters.

    reason: `taint`, `labels` or `resources`. detail: the taint, label key or resource in words.
    """

    reason: str
    detail: str


def label_matches(requirement: Requirement, labels: Mapping[str, str]) -> bool:
    """Whether labels satisfy one requirement; Gt and Lt compare 64-bit integers."""
    value = labels.get(requirement.key)
    wanted = [str(v) for v in requirement.values]
    operator = requirement.operator
    if operator == "In":
        return value is not None and value in wanted
    if operator == "NotIn":
        return value is None or value not in wanted
    if operator == "Exists":
        return value is not None
    if operator == "DoesNotExist":
        return value is None
    if operator in ("Gt", "Lt") and value is not None and len(wanted) == 1:
        have, limit = _int64(value), _int64(wanted[0])
        if have is None or limit is None:
            return False
        return have > limit if operator == "Gt" else have < limit
    return False


def _int64(value: str) -> int | None:
    """The number as Go's ParseInt reads it: ASCII digits with an optional sign, 64 bits."""
    digits = value[1:] if value[:1] in ("+", "-") else value
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 4000:
        return None
    number = int(value)
    return number if -(2**63) <= number < 2**63 else None


def labels_exclusion(pod: PodTemplate, node: Node) -> Requirement | None:
    """The first node label requirement that the node does not satisfy; None when it satisfies all.

    Affinity terms are alternatives; of the terms that fail, the first one's first fault is told.
    """
    # a facts file may leave out a label of which every node has its own value: nobody can deny that
    required = [r for r in pod.requirements if r.required and r.key not in node.own_labels]
    for requirement in required:
        if requirement.term == -1 and not label_matches(requirement, node.labels):
            return requirement
    terms: dict[int, list[Requirement]] = {}
    for requirement in required:
        if requirement.term >= 0:
            terms.setdefault(requirement.term, []).append(requirement)
    faults = [
        next((r for r in t if not label_matches(r, node.labels)), None) for t in terms.values()
    ]
    if not faults or None in faults or _pins_a_name(pod, node):
        return None
    return faults[0]


def _pins_a_name(pod: PodTemplate, node: Node) -> bool:
    """A term of matchFields alone selects nodes by name, so it may let this node in."""
    path = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
    for term in map(mapping, sequence(dig(pod.spec, (*path, "nodeSelectorTerms")))):
        if term.get("matchFields") and not term.get("matchExpressions"):
            return True
    return False


def untolerated(tolerations: Iterable[Toleration], taints: Sequence[Taint]) -> Taint | None:
    """The first taint that keeps a pod off; None when it tolerates all that repel."""
    tolerations = tuple(tolerations)
    for taint in taints:
        if taint.repels and not any(
            t.tolerates(taint.key, taint.value, taint.effect) for t in tolerations
        ):
            return taint
    return None


def short_of(requests: Mapping[str, Quantity], node: Node) -> str | None:
    """The first resource of which the empty node offers less than a pod takes; None if it fits."""
    for name, amount in sorted(requests.items()):
        if not amount.is_zero and node.allocatable.get(name, ZERO) < amount:
            return name
    return None


def exclusion(pod: PodTemplate, node: Node) -> Exclusion | None:
    """Why the node cannot take the pod even when it is empty; None when it can.

    Certain as far as facts go: a resource that a DRA device class serves is not known here.
    """
    taint = untolerated(pod.tolerations, node.taints)
    if taint is not None:
        return Exclusion("taint", taint.words)
    requirement = labels_exclusion(pod, node)
    if requirement is not None:
        return Exclusion("labels", requirement.key)
    resource = short_of(pod.requests, node)
    return None if resource is None else Exclusion("resources", resource)
