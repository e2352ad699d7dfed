"""Groups of machines that Cluster Autoscaler sizes: eksctl's node groups, kops' instance groups.

At size zero it learns from tags of the group what a node would be.
Source: kubernetes/autoscaler cluster-autoscaler/cloudprovider/aws/README.md, auto-discovery setup.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.catalog.instances import Instance, instance
from gpulint.catalog.labels import label
from gpulint.catalog.resources import accelerator, looks_like_accelerator
from gpulint.core.location import Place
from gpulint.model.resource import Resource, dig, integer, mapping, sequence, text

PREFIX = "k8s.io/cluster-autoscaler/"
TEMPLATE = PREFIX + "node-template/"


class Shape(NamedTuple):
    """Where a kind of group keeps what we read. managed: whether the cloud's API tells its labels."""

    minimum: tuple[str, ...]
    types: tuple[tuple[str, ...], ...]
    labels: str
    tags: str
    managed: bool


_EKSCTL = Shape(
    ("minSize",),
    (("instanceType",), ("instanceTypes",), ("instancesDistribution", "instanceTypes")),
    "labels",
    "tags",
    False,
)
_KOPS = Shape(("minSize",), (("machineType",),), "nodeLabels", "cloudLabels", False)


class ScalingGroup:
    """One group with its labels and tags as they are written."""

    __slots__ = ("labels", "managed", "name", "place", "resource", "shape", "tags", "value")

    WORDS = ("eksctl.io", "kops.k8s.io")

    def __init__(
        self, resource: Resource, value: Mapping[str, object], place: Place, shape: Shape
    ) -> None:
        self.resource = resource
        self.value = value
        self.place = place
        self.shape = shape
        self.managed = shape.managed
        self.name = text(value.get("name")) or resource.name
        self.labels = mapping(value.get(shape.labels))
        self.tags = mapping(value.get(shape.tags))

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["ScalingGroup"]:
        """The groups of a ClusterConfig, or the InstanceGroup that the object is."""
        if (resource.group, resource.kind) == ("eksctl.io", "ClusterConfig"):
            for key in ("nodeGroups", "managedNodeGroups"):
                shape = _EKSCTL._replace(managed=key != "nodeGroups")
                for index, each in enumerate(sequence(resource.get(key))):
                    if isinstance(each, dict):
                        yield cls(resource, each, resource.at(key, index), shape)
        elif (resource.group, resource.kind) == ("kops.k8s.io", "InstanceGroup"):
            yield cls(resource, resource.spec, resource.at("spec"), _KOPS)

    def tag_place(self, key: str) -> Place:
        """Where the key of a tag stands."""
        return self.place.child(self.shape.tags, key)._replace(part="key")

    def label_place(self, key: str) -> Place:
        """Where the key of a label stands."""
        return self.place.child(self.shape.labels, key)._replace(part="key")

    @property
    def starts_empty(self) -> bool:
        """Whether it may shrink to no machine at all."""
        minimum = integer(dig(self.value, self.shape.minimum))
        return (integer(self.value.get("desiredCapacity")) if minimum is None else minimum) == 0

    @property
    def machines(self) -> tuple[Instance, ...]:
        """Its machine types, as far as they are known to carry accelerators."""
        names: list[str] = []
        for path in self.shape.types:
            value = dig(self.value, path)
            names += [value] if isinstance(value, str) else map(text, sequence(value))
        return tuple(filter(None, map(instance, names)))

    @property
    def has_gpus(self) -> bool:
        """Whether its machines, labels or tags tell of accelerators."""
        keys = (key.removeprefix(TEMPLATE).partition("/")[2] or key for key in self.tags)
        words = (*self.labels, *self.tags, *keys)
        return bool(self.machines) or any("accelerator" in w or is_device(w) for w in words)

    @property
    def is_autoscaled(self) -> bool:
        """Whether something says that Cluster Autoscaler looks after it."""
        if any(key.startswith(PREFIX) for key in self.tags):
            return True
        return dig(self.value, ("iam", "withAddonPolicies", "autoScaler")) is True


def is_device(key: str) -> bool:
    """Whether a key is the name of an accelerator resource, or seems meant to be one."""
    return accelerator(key) is not None or ("/" in key and looks_like_accelerator(key))


def is_node_key(key: str) -> bool:
    """Whether a key has a place on nodes: a label that the catalogue knows, or a device."""
    return label(key) is not None or is_device(key)
