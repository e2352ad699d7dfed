"""What one pod asks of a node, in the scheduler's own units; equal pods share one demand."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gpulint.catalog.resources import accelerator, is_extended
from gpulint.model.affinity import Toleration, tolerations
from gpulint.model.container import Container
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import Quantity, parse_quantity
from gpulint.model.resource import dig, mapping, sequence, text
from gpulint.placement.alone import exclusive_amounts, notes_on

_REQUIRED = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
_POD_LEVEL = ("cpu", "memory")
_ASKED = (
    "containers", "initContainers", "nodeSelector", "affinity", "tolerations", "overhead", "resources",
    "runtimeClassName", "nodeName", "hostNetwork", "schedulingGates", "resourceClaims",
    "topologySpreadConstraints",
)  # fmt: skip


class Expression(NamedTuple):
    """One demand of a selector term: on a label, or on the node's name."""

    key: str
    operator: str
    values: tuple[str, ...]


class Term(NamedTuple):
    """A term of required node affinity: all of it must hold. A term without anything holds nowhere."""

    labels: tuple[Expression, ...]
    fields: tuple[Expression, ...]


class Demand(NamedTuple):
    """What a pod asks. One object per kind of pod in a run, so it is compared by identity.

    amounts: cpu in thousandths, all else in whole units, rounded up; zeros left out. A name that starts
    with `port:` or `alone:` stands for something of which every node has one. terms: None without
    required affinity. node: the name that bypasses the scheduler. refusal: why the API server does not
    take the pod. doubt: why nobody can tell where it runs. notes: constraints that were not looked at.
    """

    amounts: Mapping[str, int]
    selector: Mapping[str, str]
    terms: tuple[Term, ...] | None
    tolerations: tuple[Toleration, ...]
    node: str = ""
    refusal: str = ""
    doubt: str = ""
    notes: tuple[str, ...] = ()

    @property
    def accelerators(self) -> Mapping[str, int]:
        """The part of the amounts that are accelerators."""
        return {name: n for name, n in self.amounts.items() if accelerator(name) is not None}

    @property
    def names(self) -> frozenset[str]:
        """Names of nodes that it speaks of, so that those must be told apart."""
        fields = (e for term in self.terms or () for e in (*term.fields, *term.labels))
        named = {v for e in fields if e.key in (NAME, HOSTNAME) for v in e.values}
        return frozenset({*named, self.node, self.selector.get(HOSTNAME, "")} - {""})


NAME = "metadata.name"
HOSTNAME = "kubernetes.io/hostname"


class Demands:
    """The demands of a run: `Demands(context.cluster).of(pod)`. Knows RuntimeClasses."""

    def __init__(self, cluster: Manifests) -> None:
        self._cluster = cluster
        self._known: dict[str, Demand] = {}

    def of(self, pod: PodTemplate) -> Demand:
        """The demand of a pod; the same object for pods that ask the same."""
        labels = pod.labels if pod.get("affinity", "podAntiAffinity") else None
        key = repr(([pod.spec.get(name) for name in _ASKED], labels))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._read(pod)
        return found

    def _read(self, pod: PodTemplate) -> Demand:
        name = text(pod.spec.get("runtimeClassName"))
        declared = self._cluster.named("node.k8s.io", "RuntimeClass", name) if name else None
        runtime = {} if declared is None else declared.value
        amounts = {n: in_units(n, q) for n, q in _requests(pod, runtime).items() if q.nano > 0}
        more = mapping(dig(runtime, ("scheduling", "nodeSelector")))
        given = tolerations(mapping(dig(runtime, ("scheduling",))), pod.at())
        selector = {**mapping(pod.spec.get("nodeSelector")), **more}
        return Demand(
            {**amounts, "pods": 1, **exclusive_amounts(pod)},
            {key: str(value) for key, value in selector.items()},
            _terms(pod.spec),
            (*pod.tolerations, *given),
            text(pod.spec.get("nodeName")),
            _refusal(pod),
            _doubt(pod),
            notes_on(pod),
        )


def in_units(name: str, amount: Quantity) -> int:
    """An amount as the scheduler counts it: thousandths of cpu, whole units of all else."""
    return amount.milli if name == "cpu" else -(-amount.nano // 10**9)


def _requests(pod: PodTemplate, runtime: Mapping[str, object]) -> dict[str, Quantity]:
    """Requests of the containers, with cpu and memory of the pod's own level, and overhead.

    Source: kubernetes/component-helpers resource/helpers.go, PodRequests.
    """
    total = dict(pod.requests)
    whole = mapping(pod.spec.get("resources"))
    asked = {**mapping(whole.get("limits")), **mapping(whole.get("requests"))}
    stated = mapping(pod.spec.get("overhead"))
    for name in (n for n in asked if n in _POD_LEVEL or n.startswith("hugepages-")):
        amount = parse_quantity(asked[name])
        if amount is not None:
            total[name] = amount + (parse_quantity(stated.get(name)) or Quantity(0))
    if not stated:  # admission copies it from the class
        for name, value in mapping(dig(runtime, ("overhead", "podFixed"))).items():
            total[name] = total.get(name, Quantity(0)) + (parse_quantity(value) or Quantity(0))
    return total


def _terms(spec: Mapping[str, object]) -> tuple[Term, ...] | None:
    required = dig(spec, _REQUIRED)
    if not isinstance(required, dict):
        return None
    return tuple(
        Term(_expressions(term.get("matchExpressions")), _expressions(term.get("matchFields")))
        for term in map(mapping, sequence(required.get("nodeSelectorTerms")))
    )


def _expressions(value: object) -> tuple[Expression, ...]:
    return tuple(
        Expression(
            text(each.get("key")),
            text(each.get("operator")),
            tuple(map(str, sequence(each.get("values")))),
        )
        for each in map(mapping, sequence(value))
    )


def _refusal(pod: PodTemplate) -> str:
    """Why the API server refuses the pod's devices; empty when it takes them."""
    return next(filter(None, map(_refused, pod.all_containers)), "")


def _refused(container: Container) -> str:
    limits, requests = container.resources.limits, container.resources.requests
    for name in filter(is_extended, {**limits, **requests}):
        amounts = [side[name] for side in (limits, requests) if name in side]
        for each in amounts:
            if not each.unknown and each.devices is None:
                return f"{name}: {each.value} is no whole number, so the API server refuses the pod"
        if name not in limits:
            return f"{name} has a request and no limit, so the API server refuses the pod"
        if len({each.devices for each in amounts}) > 1 and not any(a.unknown for a in amounts):
            return f"{name} has a request that differs from its limit, so the API server refuses the pod"
    return ""


def _doubt(pod: PodTemplate) -> str:
    """Why nobody can tell from text alone; empty when one can."""
    for container in pod.all_containers:
        for _, amount in container.resources.lines:
            if amount.unknown:
                return f"{amount.name} is the placeholder {amount.value}"
    if sequence(pod.spec.get("resourceClaims")):
        return "its devices come by resource claims"
    if sequence(pod.spec.get("schedulingGates")):
        return "a scheduling gate holds it back"
    return ""


def accelerator_names(demands: Sequence[Demand]) -> tuple[str, ...]:
    """Names of accelerators that any of the demands asks for, sorted."""
    return tuple(sorted({name for demand in demands for name in demand.accelerators}))
