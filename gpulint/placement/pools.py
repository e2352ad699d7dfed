"""Which node pools of the run a pod may call for, and what keeps it off the others.

Source: kubernetes-sigs/karpenter pkg/scheduling/requirements.go, Compatible: a label that the pool does
not define is taken as open when Karpenter or its provider knows it, and as absent when it is the user's own.
"""

from collections.abc import Iterable
from typing import NamedTuple

from gpulint.model.affinity import Requirement
from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.node import Taint
from gpulint.model.node_pool import POOL_LABEL, NodePool
from gpulint.model.pod import PodTemplate
from gpulint.placement.fleet import fleet, judge
from gpulint.placement.match import label_matches, short_of, untolerated

_WELL_KNOWN = ("kubernetes.io", "k8s.io", "karpenter.sh", "k8s.aws", "amazonaws.com", "azure.com")
_ABSENT = ("NotIn", "DoesNotExist")


class Choice(NamedTuple):
    """The pools that a pod may call for.

    pools: those whose labels it accepts. link: what ties it to them: `label` (it selects a label that
    pools give), `taint` (it tolerates a taint of theirs by name) or empty (nothing but the devices).
    selector: the demand that chooses them, for `label`.
    """

    pools: tuple[NodePool, ...]
    link: str
    selector: Requirement | None

    @property
    def confidence(self) -> str:
        """How sure it is that no other nodes are meant."""
        named = self.selector is not None and self.selector.key == POOL_LABEL
        return "high" if named else "medium"


class Pools:
    """All pools of a run: `context.cluster.index(Pools)`."""

    def __init__(self, manifests: Manifests) -> None:
        self.all: tuple[NodePool, ...] = tuple(manifests.of(NodePool))
        self.keys = dict.fromkeys(key for pool in self.all for key in pool.labels)

    def choose(self, pod: PodTemplate) -> Choice:
        """The pools that may take a pod as far as labels go, whatever their taints and machines."""
        chosen, selector = self.all, None
        for requirement in pod.requirements:
            allowed = pod.allowed(requirement.key) if requirement.key in self.keys else None
            if allowed is not None:
                selector = selector or requirement
                chosen = tuple(p for p in chosen if p.labels.get(requirement.key) in allowed)
        if selector is not None:
            return Choice(chosen, "label", selector)
        fitting = tuple(pool for pool in self.all if conflict(pod, pool) is None)
        keys = {toleration.key for toleration in pod.tolerations if toleration.key}
        named = any(taint.key in keys for pool in fitting for taint in pool.taints)
        return Choice(fitting, "taint" if named else "", None)


def conflict(pod: PodTemplate, pool: NodePool) -> Requirement | None:
    """The first demand of a pod on labels that no node of the pool can meet; None when all can be.

    Affinity terms are alternatives; of the terms that fail, the first one's first fault is told.
    """
    terms: dict[int, list[Requirement]] = {}
    for requirement in pod.requirements:
        if requirement.required:
            terms.setdefault(requirement.term, []).append(requirement)
    direct = _fault(terms.pop(-1, ()), pool)
    if direct is not None:
        return direct
    faults = [_fault(term, pool) for term in terms.values()]
    return None if not faults or None in faults else faults[0]


def _fault(requirements: Iterable[Requirement], pool: NodePool) -> Requirement | None:
    return next((r for r in requirements if not can_meet(pool, r)), None)


def can_meet(pool: NodePool, wanted: Requirement) -> bool:
    """Whether some node of the pool can satisfy one demand on labels."""
    if wanted.key in pool.labels:
        return label_matches(wanted, pool.labels)
    own = [each for each in pool.requirements if each.key == wanted.key]
    if not own:
        return wanted.operator in _ABSENT or is_well_known(wanted.key)
    listed = [each for each in own if each.operator == "In"]
    values = {str(value) for each in listed for value in each.values}
    if listed:
        return any(label_matches(wanted, {wanted.key: value}) for value in values)
    return wanted.operator in _ABSENT or all(each.operator != "DoesNotExist" for each in own)


def is_well_known(key: str) -> bool:
    """Whether Karpenter or its provider fills a label, so that a pool need not name it."""
    return key.partition("/")[0].endswith(_WELL_KNOWN) and "/" in key


def barrier(pod: PodTemplate, pool: NodePool) -> Taint | None:
    """The first taint of the pool's nodes that the pod does not tolerate; None when it may enter."""
    return untolerated(pod.tolerations, pool.taints)


def has_room_today(pod: PodTemplate, context: Context) -> bool:
    """Whether a node of the run could take the pod as it stands, so that no pool has to grow."""
    verdict = judge(pod, context.cluster.index(fleet))
    return any(short_of(pod.requests, group.node) is None for group in verdict.open)
