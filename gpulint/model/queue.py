"""Every place where an object names the queue that it wants to go through."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from gpulint.catalog.kinds import WorkloadKind, workload_kind
from gpulint.core.location import Place
from gpulint.core.pointer import Pointer
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, mapping, text
from gpulint.model.workload import expand

KUEUE = "kueue"
VOLCANO = "volcano"
KAI = "kai"
YUNIKORN = "yunikorn"
_KEYS = {
    "kueue.x-k8s.io/queue-name": KUEUE,
    "volcano.sh/queue-name": VOLCANO,
    "scheduling.volcano.sh/queue-name": VOLCANO,
    "kai.scheduler/queue": KAI,
    "runai/queue": KAI,
    "yunikorn.apache.org/queue": YUNIKORN,
}
_VOLCANO_GROUPS = ("batch.volcano.sh", "flow.volcano.sh", "scheduling.volcano.sh")


class Named(Protocol):
    """A view with the object that it reads."""

    @property
    def resource(self) -> Resource:
        """The object."""


N = TypeVar("N", bound=Named)


def sole(candidates: Sequence[N], beside: Resource) -> N | None:
    """The one object that a name means; None when there is none, or when several may be meant.

    Folders of samples and of clusters define one name many times: then the one of the same file
    counts, else the only one of the same stated namespace.
    """
    if len(candidates) <= 1:
        return candidates[0] if candidates else None
    file, namespace = beside.document.file, beside.namespace
    near = [each for each in candidates if each.resource.document.file == file]
    if not near and namespace:
        near = [each for each in candidates if each.resource.namespace == namespace]
    return near[0] if len(near) == 1 else None


@dataclass(frozen=True, slots=True)
class QueueReference:
    """A place that names a queue.

    system: kueue, volcano, kai or yunikorn. field: how messages call the place.
    pods: the templates whose pods go through the queue. single: each pod goes through it alone.
    """

    resource: Resource
    system: str
    field: str
    name: str
    place: Place
    pods: tuple[PodTemplate, ...]
    single: bool

    WORDS: ClassVar[tuple[str, ...]] = ("queue", "Queue", "run.ai", "project")

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["QueueReference"]:
        """All names of queues in an object that are read there: a label elsewhere is inert."""
        row = workload_kind(resource.group, resource.kind, resource.version)
        pods = tuple(PodTemplate.from_resource(resource))
        seen: set[Pointer] = set()
        for each in (*_of_object(resource, row, pods), *_of_pods(resource, row, pods)):
            if each.name and each.place.pointer not in seen:
                seen.add(each.place.pointer)
                yield each


def _of_object(
    resource: Resource, row: WorkloadKind | None, pods: tuple[PodTemplate, ...]
) -> Iterator[QueueReference]:
    for path in () if row is None else row.queue_paths:
        for found in expand(resource.value, path):
            system = _system(resource, found.path)
            if system:
                place = resource.at(*found.path)
                field = _field(found.path)
                single = system == KUEUE and row is not None and row.kueue == "pod"
                own = tuple(p for p in pods if _below(place, p)) or pods
                yield QueueReference(resource, system, field, text(found.value), place, own, single)
    if row is None and pods:
        yield from _by_keys(resource, resource.metadata, resource.at("metadata"), pods, False)


def _of_pods(
    resource: Resource, row: WorkloadKind | None, pods: tuple[PodTemplate, ...]
) -> Iterator[QueueReference]:
    for pod in pods:
        if pod.metadata_pointer is None:
            continue
        for each in _by_keys(resource, pod.metadata, pod.at_metadata(), (pod,), True):
            # on the template of a kind that Kueue knows as a whole its label is never read,
            # but pods of apps/v1 are managed one by one
            if each.system != KUEUE or row is None or row.kueue == "pod" or row.group == "apps":
                yield each


def _by_keys(
    resource: Resource,
    metadata: object,
    at: Place,
    pods: tuple[PodTemplate, ...],
    single: bool,
) -> Iterator[QueueReference]:
    for key, system in _KEYS.items():
        kind = "annotations" if key == "scheduling.volcano.sh/queue-name" else "labels"
        name = text(mapping(mapping(metadata).get(kind)).get(key))
        if name:
            field = f"{kind[:-1]} {key}"
            place = at.child(kind, key)
            yield QueueReference(resource, system, field, name, place, pods, single)


def _system(resource: Resource, path: Sequence[str | int]) -> str:
    last = path[-1] if path else ""
    if last in _KEYS:
        return _KEYS[str(last)]
    if resource.group == "kueue.x-k8s.io":
        return KUEUE if last == "queueName" else ""
    if resource.group == "scheduling.run.ai":
        return KAI
    if resource.group in _VOLCANO_GROUPS or "volcanoSchedulingStrategy" in path:
        return VOLCANO
    if "schedulingPolicy" in path:
        return VOLCANO
    if "batchSchedulerOptions" in path:
        scheduler = text(resource.get(*path[:-2], "batchScheduler"))
        return scheduler if scheduler in (VOLCANO, YUNIKORN) else ""
    return ""


def _field(path: Sequence[str | int]) -> str:
    for kind in ("labels", "annotations"):
        if len(path) > 1 and path[-2] == kind:
            return f"{kind[:-1]} {path[-1]}"
    return str(path[-1])


def _below(place: Place, pod: PodTemplate) -> bool:
    """Whether the place stands in the metadata of the pods."""
    pointer = pod.metadata_pointer
    return pointer is not None and place.pointer[: len(pointer)] == pointer
