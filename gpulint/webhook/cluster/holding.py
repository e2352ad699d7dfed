"""What is held of one kind: put in and taken out one by one, given out as resources."""

import sys
from collections.abc import Mapping
from typing import Protocol

from gpulint.engine.facts_kinds import FactKind
from gpulint.model.resource import Resource
from gpulint.webhook.cluster.node_fold import NodeFold
from gpulint.webhook.cluster.projection import (
    NODE,
    SLICE,
    Bare,
    NodeObject,
    Slice,
    value_of,
)
from gpulint.webhook.document import document_of

# Where a finding that relates a fact says that it stands.
CLUSTER = "cluster"


class Holding(Protocol):
    """All objects of one kind at one time."""

    def put(self, found: Bare) -> bool:
        """Add or replace an object; whether that changes what is given out."""

    def remove(self, namespace: str, name: str) -> bool:
        """Take an object out; whether it was there."""

    def resources(self) -> tuple[Resource, ...]:
        """The facts, in one fixed order."""

    def __len__(self) -> int:
        """How many objects of the cluster are held."""


def holding_of(kind: FactKind, api_version: str) -> Holding:
    """An empty holding for a kind."""
    if kind.kind == NODE:
        return Nodes()
    return Slices(api_version) if kind.kind == SLICE else Singles(kind, api_version)


def resource_of(value: Mapping[str, object]) -> Resource:
    """A fact of the cluster that was read from no file."""
    return Resource(document_of(value, CLUSTER), value, from_facts=True)


class Singles:
    """Objects of which each counts by its name."""

    __slots__ = ("_api_version", "_found", "_kind", "_sorted")

    def __init__(self, kind: FactKind, api_version: str) -> None:
        self._kind = kind
        self._api_version = api_version
        self._found: dict[tuple[str, str], Resource] = {}
        self._sorted: tuple[Resource, ...] | None = ()

    def __len__(self) -> int:
        return len(self._found)

    def put(self, found: Bare) -> bool:
        """Add or replace an object; one that is equal in what is kept changes nothing."""
        value = value_of(found, self._kind, self._api_version)
        key = (sys.intern(found.metadata.namespace), found.metadata.name)
        known = self._found.get(key)
        if known is not None and known.value == value:
            return False
        self._found[key] = resource_of(value)
        self._sorted = None
        return True

    def remove(self, namespace: str, name: str) -> bool:
        """Take an object out."""
        if self._found.pop((namespace, name), None) is None:
            return False
        self._sorted = None
        return True

    def resources(self) -> tuple[Resource, ...]:
        """All objects, by namespace and name."""
        if self._sorted is None:
            self._sorted = tuple(self._found[key] for key in sorted(self._found))
        return self._sorted


class Slices:
    """ResourceSlices: one fact for each driver, as no rule asks about a single one."""

    __slots__ = ("_api_version", "_drivers", "_resources")

    def __init__(self, api_version: str) -> None:
        self._api_version = api_version
        self._drivers: dict[str, str] = {}
        self._resources: tuple[Resource, ...] | None = ()

    def __len__(self) -> int:
        return len(self._drivers)

    def put(self, found: Bare) -> bool:
        """Add or replace a slice."""
        assert isinstance(found, Slice)
        driver = sys.intern(found.spec.driver)
        if self._drivers.get(found.metadata.name) == driver:
            return False
        self._drivers[found.metadata.name] = driver
        self._resources = None
        return True

    def remove(self, namespace: str, name: str) -> bool:
        """Take a slice out."""
        if self._drivers.pop(name, None) is None:
            return False
        self._resources = None
        return True

    def resources(self) -> tuple[Resource, ...]:
        """A fact for each driver, with the number of its slices and the first one's name."""
        if self._resources is None:
            names: dict[str, list[str]] = {}
            for name, driver in self._drivers.items():
                names.setdefault(driver, []).append(name)
            self._resources = tuple(self._fact(each, names[each]) for each in sorted(names))
        return self._resources

    def _fact(self, driver: str, names: list[str]) -> Resource:
        value: dict[str, object] = {"apiVersion": self._api_version, "kind": SLICE}
        value |= {"metadata": {"name": min(names)}, "spec": {"driver": driver}}
        return resource_of({**value, "count": len(names)})


class Nodes:
    """Nodes, folded into groups as a facts file folds them."""

    __slots__ = ("_fold", "_made")

    def __init__(self) -> None:
        self._fold = NodeFold()
        # groups by identity: one that has not changed keeps its resource and what was read of it
        self._made: dict[int, tuple[Mapping[str, object], Resource]] = {}

    def __len__(self) -> int:
        return len(self._fold)

    def put(self, found: Bare) -> bool:
        """Add or replace a node; heartbeats change nothing."""
        assert isinstance(found, NodeObject)
        return self._fold.put(found)

    def remove(self, namespace: str, name: str) -> bool:
        """Take a node out."""
        return self._fold.remove(name)

    def resources(self) -> tuple[Resource, ...]:
        """A fact for each group, the largest first."""
        made: dict[int, tuple[Mapping[str, object], Resource]] = {}
        for group in self._fold.groups():
            known = self._made.get(id(group))
            resource = known[1] if known else _node(group)
            made[id(group)] = (group, resource)  # the group is kept, so its id stays its own
        self._made = made
        return tuple(resource for _, resource in made.values())


def _node(group: Mapping[str, object]) -> Resource:
    return Resource(
        document_of(group, CLUSTER), group, api_version="v1", kind=NODE, from_facts=True
    )
