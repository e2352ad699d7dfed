"""Worker groups of Ray clusters, wherever a cluster's spec stands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpulint.core.location import Place
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, dig, integer, mapping, sequence, text

_SPECS: Mapping[str, tuple[str, ...]] = {
    "RayCluster": ("spec",),
    "RayJob": ("spec", "rayClusterSpec"),
    "RayService": ("spec", "rayClusterConfig"),
    "RayCronJob": ("spec", "jobTemplate", "rayClusterSpec"),
}


@dataclass(frozen=True, slots=True)
class RayGroup:
    """The head group or a worker group. head: which of them. path: of the group below its object."""

    resource: Resource
    value: Mapping[str, object]
    path: tuple[str | int, ...]
    head: bool

    WORDS = ("ray.io",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["RayGroup"]:
        """All groups of a Ray object, the head first."""
        base = _SPECS.get(resource.kind) if resource.group == "ray.io" else None
        if base is None:
            return
        cluster = mapping(dig(resource.value, base))
        head = cluster.get("headGroupSpec")
        if isinstance(head, dict):
            yield cls(resource, head, (*base, "headGroupSpec"), True)
        for index, group in enumerate(sequence(cluster.get("workerGroupSpecs"))):
            if isinstance(group, dict):
                yield cls(resource, group, (*base, "workerGroupSpecs", index), False)

    @property
    def name(self) -> str:
        """groupName; `head` for the head."""
        return "head" if self.head else text(self.value.get("groupName"))

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the group."""
        return self.resource.at(*self.path, *path)

    def number(self, key: str) -> int | None:
        """The whole number at `key`; None when absent or not known."""
        return integer(self.value.get(key))

    @property
    def start_parameters(self) -> Mapping[str, object]:
        """rayStartParams, as written."""
        return mapping(self.value.get("rayStartParams"))

    @property
    def pod(self) -> PodTemplate | None:
        """The pod template of the group, if it has one."""
        root = self.resource.pointer.child(*self.path, "template")
        found = PodTemplate.from_resource(self.resource)
        return next((pod for pod in found if pod.pointer == root), None)
