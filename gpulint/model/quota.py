"""ResourceQuota and LimitRange: what a namespace allows, forces and fills in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.catalog.resources import accelerator
from gpulint.core.location import Place
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import Quantity, is_placeholder, parse_quantity
from gpulint.model.quota_carrier import WORDS as CARRIERS
from gpulint.model.quota_carrier import quota_paths
from gpulint.model.resource import Resource, mapping, sequence, text

REQUESTS = "requests."
LIMITS = "limits."
_COMPULSORY = {
    "cpu": ("requests", "cpu"),
    "memory": ("requests", "memory"),
    "requests.cpu": ("requests", "cpu"),
    "requests.memory": ("requests", "memory"),
    "limits.cpu": ("limits", "cpu"),
    "limits.memory": ("limits", "memory"),
}


class Hard(NamedTuple):
    """One key of spec.hard. quantity: None when it is unknown or no quantity. owner: of the quota."""

    owner: str
    key: str
    value: object
    quantity: Quantity | None
    place: Place


class ResourceQuota:
    """A ResourceQuota, or the spec of one in an object that a controller makes quotas of.

    scoped: it counts only some pods of its namespace. carried: which namespace is not told here.
    """

    __slots__ = ("carried", "hard", "resource", "scoped")

    def __init__(self, resource: Resource, path: tuple[str | int, ...] = ("spec",)) -> None:
        self.resource = resource
        self.carried = (resource.group, resource.kind) != ("", "ResourceQuota")
        spec = mapping(resource.get(*path))
        self.scoped = bool(spec.get("scopes") or spec.get("scopeSelector"))
        self.hard = {
            key: Hard(
                resource.name,
                key,
                value,
                None if is_placeholder(value) else parse_quantity(value),
                resource.at(*path, "hard", key),
            )
            for key, value in mapping(spec.get("hard")).items()
        }

    WORDS = ("ResourceQuota", *CARRIERS)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["ResourceQuota"]:
        """The quota that the object is, if it is one, or those that it carries."""
        if (resource.group, resource.kind) == ("", "ResourceQuota"):
            yield cls(resource)
        for path in quota_paths(resource) if resource.group else ():
            yield cls(resource, path)

    @property
    def compulsory(self) -> Mapping[tuple[str, str], Hard]:
        """What every container must state, by (`limits` or `requests`, resource).

        Source: kubernetes pkg/quota/v1/evaluator/core/pods.go, Constraints.
        """
        return {_COMPULSORY[key]: hard for key, hard in self.hard.items() if key in _COMPULSORY}


class LimitItem:
    """One entry of a LimitRange. type: Container, Pod or PersistentVolumeClaim."""

    __slots__ = ("index", "resource", "type", "value")

    def __init__(self, resource: Resource, index: int, value: Mapping[str, object]) -> None:
        self.resource = resource
        self.index = index
        self.value = value
        self.type = text(value.get("type"))

    WORDS = ("LimitRange",)

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["LimitItem"]:
        """All entries of the LimitRange that the object is, if it is one."""
        if (resource.group, resource.kind) == ("", "LimitRange"):
            for index, each in enumerate(sequence(resource.spec.get("limits"))):
                yield cls(resource, index, mapping(each))

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the entry."""
        return self.resource.at("spec", "limits", self.index, *path)

    def amounts(self, key: str) -> Mapping[str, object]:
        """The values under min, max, default, defaultRequest or maxLimitRequestRatio."""
        return mapping(self.value.get(key))

    def quantity(self, key: str, name: str) -> Quantity | None:
        """One amount; None when it is absent, unknown or no quantity."""
        value = self.amounts(key).get(name)
        return None if value is None or is_placeholder(value) else parse_quantity(value)

    def fills(self, name: str) -> frozenset[str]:
        """Which of `limits` and `requests` it fills in where a container leaves them out.

        Source: kubernetes pkg/apis/core/v1/defaults.go, SetDefaults_LimitRangeItem.
        """
        if self.type != "Container":
            return frozenset()
        limit = name in self.amounts("default") or name in self.amounts("max")
        request = limit or any(name in self.amounts(key) for key in ("defaultRequest", "min"))
        filled = (("limits", limit), ("requests", request))
        return frozenset(side for side, does in filled if does)


class NamespaceRules:
    """Quotas and limit ranges of a run by namespace: `context.cluster.index(NamespaceRules)`."""

    __slots__ = ("_bounds", "_limits", "_pods", "_quotas")

    def __init__(self, manifests: Manifests) -> None:
        self._pods: dict[tuple[str, str], list[PodTemplate]] = {}
        self._quotas: dict[tuple[str, str], list[ResourceQuota]] = {}
        self._limits: dict[str, list[LimitItem]] = {}
        self._bounds: dict[tuple[str, str], list[LimitItem]] = {}
        for quota in manifests.of(ResourceQuota):
            if quota.carried:
                continue
            self._quotas.setdefault(_home(quota.resource), []).append(quota)
        for item in manifests.of(LimitItem):
            self._limits.setdefault(item.resource.namespace, []).append(item)
            self._bounds.setdefault(_home(item.resource), []).append(item)
        for pod in manifests.of(PodTemplate) if self._quotas else ():
            self._pods.setdefault(_home(pod.resource), []).append(pod)

    def pods(self, quota: ResourceQuota) -> Sequence[PodTemplate]:
        """Templates whose pods a quota certainly counts."""
        return self._pods.get(_home(quota.resource), ())

    def quotas(self, beside: Resource) -> Sequence[ResourceQuota]:
        """Quotas that certainly count an object's pods: same namespace, or none given in one file."""
        return self._quotas.get(_home(beside), ())

    def certain_limits(self, beside: Resource) -> Sequence[LimitItem]:
        """Entries that certainly apply to an object's pods, as `quotas` does."""
        return self._bounds.get(_home(beside), ())

    def limits(self, beside: Resource) -> Sequence[LimitItem]:
        """Entries that may apply to an object's pods, an unstated namespace being any."""
        if not beside.namespace:
            return tuple(each for found in self._limits.values() for each in found)
        return (*self._limits.get(beside.namespace, ()), *self._limits.get("", ()))


class HamiUse:
    """Whether names of HAMi are in use: its scheduler reads `limits.` keys of quotas itself.

    Source: Project-HAMi/HAMi pkg/device/quota.go.
    """

    __slots__ = ("found",)

    def __init__(self, manifests: Manifests) -> None:
        keys = (key for each in manifests.of(ResourceQuota) for key in each.hard)
        self.found = any(map(_is_hami, keys)) or any(
            _is_hami(name) for pod in manifests.of(PodTemplate) for name in pod.accelerators
        )


def _is_hami(key: str) -> bool:
    found = accelerator(key.removeprefix(LIMITS).removeprefix(REQUESTS))
    return found is not None and found.vendor.lower() == "hami"


def _home(resource: Resource) -> tuple[str, str]:
    return resource.namespace, "" if resource.namespace else resource.document.file
