"""How a pod says which gang it belongs to: one row per key of each scheduler."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from gpulint.core.location import Place
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import is_placeholder
from gpulint.model.resource import dig, mapping, text

Carrier = Literal["label", "annotation", "field"]


class ReferenceKey(NamedTuple):
    """A key by which pods join a gang.

    system: whose scheduler reads it. carrier: where it must stand. groups: API group and kind of the
    object that it names; empty where the pods alone make the gang. size: the annotation that states
    the gang's size beside it.
    """

    system: str
    carrier: Carrier
    key: str
    group: str = ""
    kind: str = ""
    size: str = ""


KEYS = (
    ReferenceKey(
        "volcano", "annotation", "scheduling.k8s.io/group-name", "scheduling.volcano.sh", "PodGroup"
    ),
    ReferenceKey(
        "volcano",
        "annotation",
        "scheduling.volcano.sh/group-name",
        "scheduling.volcano.sh",
        "PodGroup",
    ),
    ReferenceKey(
        "coscheduling",
        "label",
        "scheduling.x-k8s.io/pod-group",
        "scheduling.x-k8s.io",
        "PodGroup",
    ),
    ReferenceKey(
        "koordinator",
        "label",
        "pod-group.scheduling.sigs.k8s.io",
        "scheduling.sigs.k8s.io",
        "PodGroup",
    ),
    ReferenceKey("kai", "annotation", "pod-group-name", "scheduling.run.ai", "PodGroup"),
    ReferenceKey(
        "godel",
        "annotation",
        "godel.bytedance.com/pod-group-name",
        "scheduling.godel.kubewharf.io",
        "PodGroup",
    ),
    ReferenceKey(
        "native", "field", "schedulingGroup.podGroupName", "scheduling.k8s.io", "PodGroup"
    ),
    ReferenceKey("native-workload", "field", "workloadRef.name", "scheduling.k8s.io", "Workload"),
    ReferenceKey(
        "koordinator-pods",
        "annotation",
        "gang.scheduling.koordinator.sh/name",
        size="gang.scheduling.koordinator.sh/min-available",
    ),
    ReferenceKey(
        "kueue",
        "label",
        "kueue.x-k8s.io/pod-group-name",
        size="kueue.x-k8s.io/pod-group-total-count",
    ),
    ReferenceKey("yunikorn", "annotation", "yunikorn.apache.org/task-group-name"),
)

BY_GROUP = {(key.group, key.kind): key for key in reversed(KEYS) if key.group}

# Schedulers that hold pods back until a group is complete, by the system whose keys they read.
SCHEDULERS = {
    "volcano": "volcano",
    "scheduler-plugins-scheduler": "coscheduling",
    "kai-scheduler": "kai",
    "runai-scheduler": "kai",
    "yunikorn": "yunikorn",
    "koord-scheduler": "koordinator",
    "godel-scheduler": "godel",
}


class Reference(NamedTuple):
    """One pod template's word that its pods belong to a gang. subgroup: the part of it, if named."""

    key: ReferenceKey
    name: str
    place: Place
    pod: PodTemplate
    subgroup: str = ""

    @property
    def namespace(self) -> str:
        """Where the pods run, and so the gang; empty when the text does not say."""
        return self.pod.resource.namespace


def references(pod: PodTemplate) -> Iterator[Reference]:
    """The gangs that a pod template names where the scheduler reads them; placeholders left out."""
    for key in KEYS:
        name = text(_value(pod, key))
        if not name or is_placeholder(name):
            continue
        yield Reference(key, _scoped(pod, key, name), _place(pod, key), pod, _subgroup(pod, key))


def _value(pod: PodTemplate, key: ReferenceKey) -> object:
    if key.carrier == "field":
        return dig(pod.spec, tuple(key.key.split(".")))
    side = "labels" if key.carrier == "label" else "annotations"
    return mapping(pod.metadata.get(side)).get(key.key)


def _place(pod: PodTemplate, key: ReferenceKey) -> Place:
    if key.carrier == "field":
        return pod.at(*key.key.split("."))
    return pod.at_metadata("labels" if key.carrier == "label" else "annotations", key.key)


def _scoped(pod: PodTemplate, key: ReferenceKey, name: str) -> str:
    """Some names are unique only together with a second one."""
    if key.system == "yunikorn":
        labels = pod.labels
        app = labels.get("yunikorn.apache.org/app-id") or labels.get("applicationId")
        return f"{text(app)}/{name}"
    if key.system == "native-workload":
        part, copy = (
            pod.get("workloadRef", "podGroup"),
            pod.get("workloadRef", "podGroupReplicaKey"),
        )
        return f"{name}/{text(part)}/{text(copy)}"
    return name


def _subgroup(pod: PodTemplate, key: ReferenceKey) -> str:
    if key.system == "volcano":
        return text(pod.annotations.get("volcano.sh/task-spec"))
    if key.system == "kai":
        return text(pod.labels.get("kai.scheduler/subgroup-name"))
    return ""
