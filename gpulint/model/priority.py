"""Priority classes, and every place where an object names one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from gpulint.catalog.kinds import workload_kind
from gpulint.core.location import Place
from gpulint.core.pointer import Pointer
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.queue import sole
from gpulint.model.resource import Resource, integer, mapping, text
from gpulint.model.workload import expand

GROUP = "scheduling.k8s.io"
KUEUE_GROUP = "kueue.x-k8s.io"
CLASS = "PriorityClass"
WORKLOAD_CLASS = "WorkloadPriorityClass"
KUEUE_LABEL = "kueue.x-k8s.io/priority-class"
RAY_LABEL = "ray.io/priority-class-name"
KAI_LABEL = "priorityClassName"
PREEMPTS = "PreemptLowerPriority"
NEVER = "Never"
HIGHEST_USER_VALUE = 1_000_000_000
# Source: kubernetes/kubernetes pkg/apis/scheduling/v1/helpers.go.
BUILT_IN: Mapping[str, int] = {
    "system-cluster-critical": 2_000_000_000,
    "system-node-critical": 2_000_001_000,
}
# Source: kai-scheduler/KAI-Scheduler docs/priority; the chart creates them as PriorityClasses.
KAI_CLASSES: Mapping[str, int] = {
    "train": 50,
    "build-preemptible": 75,
    "build": 100,
    "inference": 125,
}
SHIPPED = frozenset({*BUILT_IN, *KAI_CLASSES})
# Groups whose objects run anything, mostly without GPUs.
_PLAIN_GROUPS = frozenset({"", "apps", "batch"})


class PriorityClass:
    """A PriorityClass of Kubernetes.

    value: None when it is no whole number; an absent one is 0, as the API server reads it.
    policy: preemptionPolicy, with its default. default: globalDefault is true.
    """

    __slots__ = ("default", "name", "policy", "resource", "value")

    def __init__(self, resource: Resource) -> None:
        self.resource = resource
        self.name = resource.name
        stated = resource.value.get("value")
        self.value = 0 if stated is None else integer(stated)
        self.policy = text(resource.value.get("preemptionPolicy")) or PREEMPTS
        self.default = resource.value.get("globalDefault") is True

    WORDS = ("PriorityClass",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["PriorityClass"]:
        """The class that the object is, if it is one."""
        if (resource.group, resource.kind) == (GROUP, CLASS):
            yield cls(resource)


class Priority(NamedTuple):
    """What a pod gets by naming a class, or by naming none.

    declared: the class behind it; None for the built-in ones and for "no class at all".
    """

    value: int
    policy: str
    declared: PriorityClass | None


class PriorityClasses:
    """The PriorityClasses of a run: `context.cluster.index(PriorityClasses)`."""

    __slots__ = ("_by_name", "_values", "defaults")

    def __init__(self, manifests: Manifests) -> None:
        self._by_name: dict[str, list[PriorityClass]] = {}
        for each in manifests.of(PriorityClass):
            self._by_name.setdefault(each.name, []).append(each)
        found = [each for classes in self._by_name.values() for each in classes]
        self._values = [each.value for each in found if each.value is not None]
        self.defaults = tuple(each for each in found if each.default)

    def of(self, name: str, beside: Resource) -> Priority | None:
        """The priority behind a class name; None when the class or its value is not known.

        An empty name stands for a pod that names no class. beside: the object that names it.
        """
        if not name:
            return self._without_class(beside)
        declared = sole(self._by_name.get(name, ()), beside)
        if declared is not None:
            return _priority(declared)
        if name in BUILT_IN:
            return Priority(BUILT_IN[name], PREEMPTS, None)
        return None

    def _without_class(self, beside: Resource) -> Priority | None:
        if not self.defaults:
            return Priority(0, PREEMPTS, None)
        default = sole(self.defaults, beside)
        return None if default is None else _priority(default)

    def lower_than(self, value: int) -> bool:
        """Whether a class of a lower value is known, whose pods could give way."""
        return any(each < value for each in self._values)


def _priority(declared: PriorityClass) -> Priority | None:
    if declared.value is None:
        return None
    return Priority(declared.value, declared.policy, declared)


def workload_class_value(manifests: Manifests, name: str) -> int | None:
    """Value of a WorkloadPriorityClass of Kueue; None when it is not known."""
    found = manifests.named(KUEUE_GROUP, WORKLOAD_CLASS, name)
    return None if found is None else integer(found.value.get("value"))


@dataclass(frozen=True, slots=True)
class PriorityReference:
    """A place that names a class.

    kind: PriorityClass or WorkloadPriorityClass. field: how messages call the place.
    pod: the template whose pods get it, None where it is the whole object's.
    """

    resource: Resource
    kind: str
    field: str
    name: str
    place: Place
    pod: PodTemplate | None

    @property
    def group(self) -> str:
        """API group of the class."""
        return KUEUE_GROUP if self.kind == WORKLOAD_CLASS else GROUP

    @property
    def other(self) -> tuple[str, str]:
        """Group and kind of the class that this one is often taken for."""
        return (GROUP, CLASS) if self.kind == WORKLOAD_CLASS else (KUEUE_GROUP, WORKLOAD_CLASS)

    @property
    def concerns_gpus(self) -> bool:
        """Whether GPUs hang on it: the pods ask for some, or the object belongs to a gang or queue."""
        if self.pod is None or self.resource.group not in _PLAIN_GROUPS:
            return True
        return bool(self.pod.accelerators)

    WORDS: ClassVar[tuple[str, ...]] = ("riority",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["PriorityReference"]:
        """All names of classes in an object: of its pods, its gang and its labels."""
        seen: set[Pointer] = set()
        for pod in PodTemplate.from_resource(resource):
            for each in _of_pod(pod):
                seen.add(each.place.pointer)
                yield each
        for each in _of_object(resource):
            if each.place.pointer not in seen:
                seen.add(each.place.pointer)
                yield each


def _of_pod(pod: PodTemplate) -> Iterator[PriorityReference]:
    if pod.priority_class:
        at = pod.at("priorityClassName")
        yield PriorityReference(
            pod.resource, CLASS, "priorityClassName", pod.priority_class, at, pod
        )
    if pod.scheduler_name == "kai-scheduler" and text(pod.labels.get(KAI_LABEL)):
        at = pod.at_metadata("labels", KAI_LABEL)
        name = text(pod.labels.get(KAI_LABEL))
        yield PriorityReference(pod.resource, CLASS, f"label {KAI_LABEL}", name, at, pod)


def _of_object(resource: Resource) -> Iterator[PriorityReference]:
    row = workload_kind(resource.group, resource.kind, resource.version)
    paths = () if row is None else row.priority_class_paths
    for path in (*paths, *(("metadata", "labels", key) for key in (KUEUE_LABEL, RAY_LABEL))):
        for found in expand(resource.value, path):
            name = text(found.value)
            last = found.path[-1] if found.path else ""
            if name:
                kind = WORKLOAD_CLASS if last == KUEUE_LABEL else CLASS
                field = f"label {last}" if "labels" in found.path else str(last)
                if last == "name" and resource.kind == "Workload":
                    kind = _workload_reference_kind(resource)
                yield PriorityReference(resource, kind, field, name, resource.at(*found.path), None)


def _workload_reference_kind(resource: Resource) -> str:
    reference = mapping(resource.get("spec", "priorityClassRef"))
    return text(reference.get("kind")) or CLASS
