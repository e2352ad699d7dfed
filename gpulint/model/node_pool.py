"""Karpenter's node pools: which nodes they may make, and how many GPUs those can have."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from gpulint.catalog.instances import Instance, instance, known_instances
from gpulint.core.location import Place
from gpulint.model.affinity import Requirement
from gpulint.model.container import Amount
from gpulint.model.node import Taint
from gpulint.model.resource import Resource, mapping, sequence, text

GROUP = "karpenter.sh"
POOL_LABEL = "karpenter.sh/nodepool"
OLD_POOL_LABEL = "karpenter.sh/provisioner-name"
TYPE_LABEL = "node.kubernetes.io/instance-type"
_DOMAINS = ("karpenter.k8s.aws/", "eks.amazonaws.com/")
_SHORT = {"instance-family", "instance-size", "instance-gpu-name", "instance-gpu-count"}

# Devices that the table of machine types counts; others, such as MIG slices, appear later.
_COUNTED = ("nvidia.com/gpu", "amd.com/gpu", "aws.amazon.com/neuron", "habana.ai/gaudi")
# Categories of AWS machines that carry no accelerators.
_PLAIN = frozenset(["a", "c", "d", "h", "hpc", "i", "im", "is", "m", "r", "t", "u", "x", "z"])


class NodePool:
    """A NodePool, or a Provisioner of old: the shape of the nodes that Karpenter may start."""

    __slots__ = ("__dict__", "base", "resource")

    WORDS = ("karpenter.sh",)

    def __init__(self, resource: Resource) -> None:
        self.resource = resource
        self.base: tuple[str, ...] = ("spec",)
        if resource.kind == "NodePool":
            self.base = ("spec", "template", "spec")

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["NodePool"]:
        """The pool that the object is, if it is one."""
        if resource.group == GROUP and resource.kind in ("NodePool", "Provisioner"):
            yield cls(resource)

    @property
    def name(self) -> str:
        """metadata.name."""
        return self.resource.name

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Labels that the template and the pool itself give to every node, as texts."""
        path: tuple[str, ...] = ("spec", "template", "metadata", "labels")
        if self.resource.kind == "Provisioner":
            path = ("spec", "labels")
        own = {k: str(v) for k, v in mapping(self.resource.get(*path)).items()}
        if self.name:
            own[POOL_LABEL if self.resource.kind == "NodePool" else OLD_POOL_LABEL] = self.name
        return own

    @cached_property
    def requirements(self) -> tuple[Requirement, ...]:
        """What nodes of the pool must be; `key_place` is the place of the key's value."""
        found = []
        for index, each in enumerate(
            map(mapping, sequence(self.resource.get(*self.base, "requirements")))
        ):
            at = self.resource.at(*self.base, "requirements", index)
            values = tuple(sequence(each.get("values")))
            key, operator = text(each.get("key")), text(each.get("operator"))
            found.append(Requirement(key, operator, values, at, -1, True))
        return tuple(found)

    @cached_property
    def taints(self) -> tuple[Taint, ...]:
        """Taints that its nodes keep; startup taints go before pods come."""
        taints = enumerate(map(mapping, sequence(self.resource.get(*self.base, "taints"))))
        return tuple(
            Taint(
                text(each.get("key")),
                text(each.get("value")),
                text(each.get("effect")),
                self.resource.at(*self.base, "taints", index),
            )
            for index, each in taints
        )

    @cached_property
    def limits(self) -> Mapping[str, Amount]:
        """What all nodes of the pool together may have; a resource without a line is unbounded."""
        path: tuple[str, ...] = ("spec", "limits")
        if self.resource.kind == "Provisioner":
            path = ("spec", "limits", "resources")
        return {
            name: Amount(value, self.resource, *path, name)
            for name, value in mapping(self.resource.get(*path)).items()
        }

    def values_of(self, key: str) -> tuple[str, ...] | None:
        """Values that one `In` requirement or a label leaves for a key; None when none does."""
        if key in self.labels:
            return (self.labels[key],)
        for each in self.requirements:
            if each.key == key and each.operator == "In":
                return tuple(map(str, each.values))
        return None

    @cached_property
    def machines(self) -> tuple[Instance, ...] | None:
        """Machine types that it may start; None when they are not all known.

        Only what names types, families or cards bounds them: a new family may join a category.
        """
        types = self.values_of(TYPE_LABEL)
        if types is not None:
            return self._known(types, tuple(map(instance, types)))
        categories = _first(self.values_of(domain + "instance-category") for domain in _DOMAINS)
        if categories is not None and set(categories) <= _PLAIN:
            return ()
        families = _first(self.values_of(domain + "instance-family") for domain in _DOMAINS)
        cards = _first(self.values_of(domain + "instance-gpu-name") for domain in _DOMAINS)
        if families is None and cards is None:
            return None
        listed = tuple(i for i in map(instance, known_instances()) if i and i.provider == "aws")
        if families is None:
            return self._narrowed(listed) or None
        found = tuple(each for each in listed if each.family in families)
        seen = {each.family for each in found} | {each for each in families if _is_plain(each)}
        return self._narrowed(found) if seen >= set(families) else None

    def _known(
        self, types: tuple[str, ...], found: tuple[Instance | None, ...]
    ) -> tuple[Instance, ...] | None:
        """Those of the named types that carry devices; None when one is not known at all."""
        if not all(one or _is_plain(name) for name, one in zip(types, found, strict=True)):
            return None
        return self._narrowed(tuple(each for each in found if each is not None))

    def _narrowed(self, machines: tuple[Instance, ...]) -> tuple[Instance, ...]:
        return tuple(each for each in machines if all(_allows(r, each) for r in self.requirements))

    def most(self, name: str) -> int | None:
        """Devices of a resource that its largest node can have; None when that is not known."""
        return self._count(name, largest=True)

    def least(self, name: str) -> int | None:
        """Devices that its smallest node with any can have; None when that is not known."""
        return self._count(name, largest=False)

    def _count(self, name: str, *, largest: bool) -> int | None:
        if name not in _COUNTED or self.machines is None:
            return None
        if any(each.count is None for each in self.machines):
            return None
        counts = [each.count or 0 for each in self.machines if each.resource == name]
        if largest:
            return max(counts, default=0)
        return min(filter(None, counts), default=None)

    def offers(self, name: str) -> bool | None:
        """Whether its nodes can have a resource; None when nothing tells."""
        most = self.most(name)
        if most is not None:
            return most > 0
        if self.machines is not None and name in {each.resource for each in self.machines}:
            return True
        if name in self.limits or any(taint.key == name for taint in self.taints):
            return True
        hints = ("/instance-gpu-", "/instance-accelerator-", "/sku-gpu-", "accelerator")
        asked = [r for r in self.requirements if r.operator not in ("DoesNotExist", "NotIn")]
        return True if any(hint in each.key for each in asked for hint in hints) else None

    @property
    def machine_place(self) -> Place:
        """Where the machine types are chosen; the pool's name when nothing chooses them."""
        keys = [TYPE_LABEL]
        keys += [d + s for d in _DOMAINS for s in ("instance-family", "instance-gpu-name")]
        for each in self.requirements:
            if each.key in keys and each.places:
                return each.places[0]
        return self.resource.at("metadata", "name")


def _is_plain(name: str) -> bool:
    """Whether an AWS machine type or family belongs to a category without accelerators."""
    letters = name.partition(".")[0].rstrip("abcdefghijklmnopqrstuvwxyz-")
    return bool(letters) and letters.rstrip("0123456789") in _PLAIN and letters[-1].isdecimal()


def _first(values: Iterator[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    return next((each for each in values if each is not None), None)


def _allows(requirement: Requirement, machine: Instance) -> bool:
    """Whether a requirement lets a machine type in; one on a label that we cannot tell does."""
    value = _label(requirement.key, machine)
    if value is None:
        return True
    wanted = [str(each) for each in requirement.values]
    operator = requirement.operator
    if operator == "In":
        return value in wanted
    if operator == "NotIn":
        return value not in wanted
    if operator in ("Exists", "DoesNotExist"):
        return (operator == "Exists") is bool(value)
    bound = _small(wanted[0]) if len(wanted) == 1 else None
    have = _small(value)
    if have is None or bound is None:
        return True
    bounds = {"Gt": have > bound, "Lt": have < bound, "Gte": have >= bound, "Lte": have <= bound}
    return bounds.get(operator, True)


def _small(value: str) -> int | None:
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else None


def _label(key: str, machine: Instance) -> str | None:
    """The value of a label on nodes of a machine type.

    None when it cannot be told; empty when the nodes do not carry the label.
    """
    if key == TYPE_LABEL:
        return machine.name
    domain, _, short = key.partition("/")
    if f"{domain}/" not in _DOMAINS or short not in _SHORT or machine.provider != "aws":
        return None
    if short.startswith("instance-gpu-") and not machine.resource.endswith("/gpu"):
        return ""  # Neuron and Gaudi are `accelerators` there
    if short == "instance-gpu-count" and machine.count is None:
        return None
    family, _, size = machine.name.partition(".")
    facts = {
        "instance-family": family,
        "instance-size": size,
        "instance-gpu-name": machine.gpu,
        "instance-gpu-count": str(machine.count),
    }
    return facts[short]
