"""Kueue's objects: ClusterQueue, LocalQueue and ResourceFlavor, in the shapes of both versions."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.affinity import Toleration, tolerations
from gpulint.model.node import Taint
from gpulint.model.quantity import Quantity, is_placeholder, parse_quantity
from gpulint.model.resource import Resource, mapping, sequence, text

GROUP = "kueue.x-k8s.io"
QUEUE_LABEL = "kueue.x-k8s.io/queue-name"
DEFAULT_LOCAL_QUEUE = "default"


class Quota(NamedTuple):
    """The quota of one resource in one flavor.

    nominal, borrowing, lending: None when absent, a placeholder or no quantity; `stated` holds the
    keys that are there at all.
    """

    resource: str
    nominal: Quantity | None
    borrowing: Quantity | None
    lending: Quantity | None
    stated: frozenset[str]
    place: Place


class FlavorQuotas(NamedTuple):
    """One flavor of a resource group with its quotas, in order."""

    name: str
    quotas: tuple[Quota, ...]
    place: Place

    def quota(self, resource: str) -> Quota | None:
        """The quota of a resource; None when the flavor has none."""
        return next((each for each in self.quotas if each.resource == resource), None)


class ResourceGroup(NamedTuple):
    """Resources that take their flavor together."""

    covered: tuple[str, ...]
    flavors: tuple[FlavorQuotas, ...]
    place: Place


class QuotaHolder:
    """A ClusterQueue, or a Cohort with quotas of its own.

    cohort: name of the cohort that it belongs to (a Cohort's parent); empty when there is none.
    """

    __slots__ = ("__dict__", "resource")

    def __init__(self, resource: Resource) -> None:
        self.resource = resource

    WORDS = ("kueue",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["QuotaHolder"]:
        """The queue or cohort that the object is, if it is one."""
        if resource.group == GROUP and resource.kind in ("ClusterQueue", "Cohort"):
            yield cls(resource)

    @property
    def name(self) -> str:
        """metadata.name."""
        return self.resource.name

    @property
    def cohort_field(self) -> str:
        """The field that names the cohort: it differs by kind and version."""
        if self.resource.kind == "Cohort":
            return "parent" if "parent" in self.resource.spec else "parentName"
        older = self.resource.version == "v1beta1" and "cohortName" not in self.resource.spec
        return "cohort" if older or "cohort" in self.resource.spec else "cohortName"

    @property
    def cohort(self) -> str:
        """Name of the cohort around it."""
        return text(self.resource.spec.get(self.cohort_field))

    @property
    def cohort_stated(self) -> bool:
        """Whether any value stands there, a placeholder too, under the name of either version."""
        names = ("cohort", "cohortName", "parent", "parentName")
        return any(self.resource.spec.get(name) for name in names)

    @property
    def quotas(self) -> Iterator[Quota]:
        """Every quota of every flavor."""
        return (q for group in self.groups for flavor in group.flavors for q in flavor.quotas)

    @cached_property
    def groups(self) -> tuple[ResourceGroup, ...]:
        """The resource groups, in order."""
        rows = enumerate(map(mapping, sequence(self.resource.spec.get("resourceGroups"))))
        return tuple(
            ResourceGroup(
                tuple(map(text, sequence(row.get("coveredResources")))),
                tuple(self._flavors(row, index)),
                self.resource.at("spec", "resourceGroups", index),
            )
            for index, row in rows
        )

    def _flavors(self, row: Mapping[str, object], index: int) -> Iterator[FlavorQuotas]:
        for number, each in enumerate(map(mapping, sequence(row.get("flavors")))):
            place = self.resource.at("spec", "resourceGroups", index, "flavors", number)
            quotas = tuple(
                _quota(mapping(entry), place.child("resources", position))
                for position, entry in enumerate(sequence(each.get("resources")))
            )
            yield FlavorQuotas(text(each.get("name")), quotas, place)

    def group_of(self, resource: str) -> ResourceGroup | None:
        """The group that covers a resource; None when no group does."""
        return next((group for group in self.groups if resource in group.covered), None)


class LocalQueue:
    """A LocalQueue and the ClusterQueue that it names."""

    __slots__ = ("cluster_queue", "resource")

    def __init__(self, resource: Resource) -> None:
        self.resource = resource
        self.cluster_queue = text(resource.spec.get("clusterQueue"))

    WORDS = ("kueue",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["LocalQueue"]:
        """The queue that the object is, if it is one."""
        if (resource.group, resource.kind) == (GROUP, "LocalQueue"):
            yield cls(resource)


class ResourceFlavor:
    """A ResourceFlavor: the nodes that stand behind a quota."""

    __slots__ = ("resource",)

    def __init__(self, resource: Resource) -> None:
        self.resource = resource

    WORDS = ("kueue",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["ResourceFlavor"]:
        """The flavor that the object is, if it is one."""
        if (resource.group, resource.kind) == (GROUP, "ResourceFlavor"):
            yield cls(resource)

    @property
    def labels(self) -> Mapping[str, object]:
        """spec.nodeLabels."""
        return mapping(self.resource.spec.get("nodeLabels"))

    @property
    def taints(self) -> tuple[Taint, ...]:
        """spec.nodeTaints."""
        return tuple(
            Taint(
                text(each.get("key")),
                text(each.get("value")),
                text(each.get("effect")),
                self.resource.at("spec", "nodeTaints", index),
            )
            for index, each in enumerate(
                map(mapping, sequence(self.resource.spec.get("nodeTaints")))
            )
        )

    @property
    def tolerations(self) -> tuple[Toleration, ...]:
        """spec.tolerations, which Kueue adds to the pods."""
        return tolerations(self.resource.spec, self.resource.at("spec"))

    @property
    def topology(self) -> str:
        """spec.topologyName."""
        return text(self.resource.spec.get("topologyName"))


def _quota(entry: Mapping[str, object], place: Place) -> Quota:
    def amount(key: str) -> Quantity | None:
        value = entry.get(key)
        return None if value is None or is_placeholder(value) else parse_quantity(value)

    return Quota(
        text(entry.get("name")),
        amount("nominalQuota"),
        amount("borrowingLimit"),
        amount("lendingLimit"),
        frozenset(key for key, value in entry.items() if value is not None),
        place,
    )
