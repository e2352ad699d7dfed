"""Nodes of the cluster facts."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.quantity import Quantity, parse_quantity
from gpulint.model.resource import Resource, integer, mapping, sequence, text

_HOSTNAME = "kubernetes.io/hostname"


class Taint(NamedTuple):
    """One taint; an absent value is the empty string."""

    key: str
    value: str
    effect: str
    place: Place

    @property
    def repels(self) -> bool:
        """Whether it keeps pods off: PreferNoSchedule only scores."""
        return self.effect in ("NoSchedule", "NoExecute")

    @property
    def words(self) -> str:
        """`key=value:effect`, as kubectl writes it."""
        return (
            f"{self.key}={self.value}:{self.effect}" if self.value else f"{self.key}:{self.effect}"
        )


class Node:
    """A node with its labels, taints and what it offers to pods."""

    __slots__ = ("__dict__", "resource")

    WORDS = ("Node",)

    def __init__(self, resource: Resource) -> None:
        self.resource = resource

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["Node"]:
        """The node that the object is, if it is one."""
        if (resource.group, resource.kind) == ("", "Node"):
            yield cls(resource)

    @property
    def name(self) -> str:
        """metadata.name."""
        return self.resource.name

    @property
    def count(self) -> int:
        """Nodes that it stands for: an entry of a facts file may fold equal ones."""
        return max(integer(self.resource.value.get("count")) or 1, 1)

    @property
    def names(self) -> tuple[str, ...]:
        """Names that are known, its own first; a folded entry knows a few of its nodes."""
        listed = (text(each) for each in sequence(self.resource.value.get("examples")))
        return tuple(dict.fromkeys(name for name in (self.name, *listed) if name))

    @cached_property
    def own_labels(self) -> frozenset[str]:
        """Label keys that the nodes carry with values that a facts file leaves out."""
        return frozenset(map(text, sequence(self.resource.value.get("own_labels"))))

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Labels as texts."""
        return {key: str(value) for key, value in self.resource.labels.items()}

    @cached_property
    def taints(self) -> tuple[Taint, ...]:
        """spec.taints, and the one that a cordon stands for."""
        found = [
            Taint(
                text(each.get("key")),
                text(each.get("value")),
                text(each.get("effect")),
                self.resource.at("spec", "taints", index),
            )
            for index, each in enumerate(map(mapping, sequence(self.resource.spec.get("taints"))))
        ]
        cordon = "node.kubernetes.io/unschedulable"
        if self.resource.spec.get("unschedulable") is True and all(t.key != cordon for t in found):
            found.append(Taint(cordon, "", "NoSchedule", self.resource.at("spec", "unschedulable")))
        return tuple(found)

    @cached_property
    def shape(self) -> object:
        """What the scheduler sees of it but for its name; equal for nodes that are alike."""
        labels = frozenset(item for item in self.labels.items() if item[0] != _HOSTNAME)
        taints = frozenset((taint.key, taint.value, taint.effect) for taint in self.taints)
        return labels, taints, frozenset(self.allocatable.items())

    @cached_property
    def allocatable(self) -> Mapping[str, Quantity]:
        """What the node offers; capacity where it states no allocatable."""
        status = mapping(self.resource.value.get("status"))
        offered = mapping(status.get("allocatable")) or mapping(status.get("capacity"))
        read = {name: parse_quantity(value) for name, value in offered.items()}
        return {name: amount for name, amount in read.items() if amount is not None}
