"""Containers and their resource requirements."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from gpulint.catalog import resources as catalog_resources
from gpulint.core.location import Place
from gpulint.core.pointer import Pointer
from gpulint.model.quantity import ZERO, Quantity, read_amount
from gpulint.model.resource import Keeping, Resource, dig, mapping, sequence, text
from gpulint.model.workload import block_places, template_places

MULTIPLIERS = ("limits", "requests")


class Placed(Protocol):
    """What knows the places below itself."""

    def at(self, *path: str | int) -> Place:
        """The place at `path` below it."""


class Amount:
    """One line of limits or requests.

    around, path: what gives the place, which few amounts are asked for. quantity: None when the text
    is no quantity or a placeholder; `unknown` tells the latter.
    """

    __slots__ = ("_around", "_path", "name", "quantity", "unknown", "value")

    def __init__(self, value: object, around: Placed, *path: str) -> None:
        self.name = path[-1]
        self.value = value
        self.quantity, self.unknown = read_amount(value)
        self._around = around
        self._path = path

    @property
    def place(self) -> Place:
        """Where the amount stands."""
        return self._around.at(*self._path)

    @property
    def devices(self) -> int | None:
        """Whole devices; None when that is not known."""
        return None if self.quantity is None else self.quantity.whole


class ResourceRequirements(Keeping):
    """A `resources` block: of a container, or of a custom kind that carries one outside containers.

    resource: the object around it. pointer: of the block itself. owner: the words for the block in a
    message, such as `container "train"`. in_container: whether Kubernetes' own validation sees it.
    """

    __slots__ = (
        "in_container", "limits", "lines", "named", "owner", "pointer", "requests", "resource",
        "value",
    )  # fmt: skip

    def __init__(
        self,
        resource: Resource,
        value: Mapping[str, object],
        pointer: Pointer,
        owner: str,
        in_container: bool = True,
    ) -> None:
        self.resource = resource
        self.value = value
        self.pointer = pointer
        self.owner = owner
        self.in_container = in_container
        self.limits = self._amounts("limits")
        self.requests = self._amounts("requests")
        super().__init__()
        # one line for each name, of the limits where both have it
        self.named = {**self.limits}
        for name, amount in self.requests.items():
            self.named.setdefault(name, amount)
        # every line as (side, amount), limits first
        self.lines = [
            *[("limits", amount) for amount in self.limits.values()],
            *[("requests", amount) for amount in self.requests.values()],
        ]

    def _amounts(self, side: str) -> dict[str, Amount]:
        lines = mapping(self.value.get(side)).items()
        return {name: Amount(value, self, side, name) for name, value in lines}

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the block."""
        return Place(
            self.resource.document, self.pointer.child(*path), "value", self.resource.pointer
        )

    def wanted(self, name: str) -> Quantity:
        """What the scheduler counts: the request, else the limit; 0 when absent or unknown."""
        amount = self.requests.get(name) or self.limits.get(name)
        return ZERO if amount is None or amount.quantity is None else amount.quantity

    def accelerators(self) -> Mapping[str, Amount]:
        """Lines that ask for a known accelerator, limits preferred; zero amounts left out."""
        return self.once(_accelerators)[0]

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["ResourceRequirements"]:
        """All blocks of an object: of its containers and of its kind's own fields."""
        seen: set[Pointer] = set()
        for place in resource.once(template_places):
            for key in ("initContainers", "containers"):
                for container in containers_of(resource, place.spec, place.spec_pointer, key):
                    seen.add(container.resources.pointer)
                    yield container.resources
        for block in block_places(resource):
            if block.pointer not in seen:
                seen.add(block.pointer)
                kind = NamedRequirements if block.named else cls
                yield kind(resource, block.value, block.pointer, block.words, False)


class NamedRequirements(ResourceRequirements):
    """One device as name and quantity, as Spark writes it, read as a limit."""

    __slots__ = ()

    def _amounts(self, side: str) -> dict[str, Amount]:
        name = self.value.get("name")
        if side != "limits" or not isinstance(name, str):
            return {}
        return {name: Amount(self.value.get("quantity"), self, side, name)}

    def at(self, *path: str | int) -> Place:
        """The place of the name; of the whole block for an empty path."""
        return super().at("name") if path else super().at()


def _accelerators(block: ResourceRequirements) -> Iterator[Mapping[str, Amount]]:
    found: dict[str, Amount] = {}
    for _, amount in block.lines:
        if catalog_resources.accelerator(amount.name) is None or amount.name in found:
            continue
        if amount.quantity is None or not amount.quantity.is_zero:
            found[amount.name] = amount
    yield found


class EnvVar(NamedTuple):
    """One entry of `env`; value is None when it comes from elsewhere (valueFrom).

    An entry with nothing but a name is an empty value, as which the API server keeps it.
    """

    name: str
    value: object
    place: Place


def _value(entry: Mapping[str, object]) -> object:
    value = entry.get("value")
    is_empty = value is None and "name" in entry and entry.keys() <= {"name", "value"}
    return "" if is_empty else value


class Container:
    """A container of a pod. init: listed under initContainers. sidecar: an init container that stays."""

    __slots__ = (
        "_env", "init", "name", "pointer", "resource", "resources", "sidecar", "value",
    )  # fmt: skip

    def __init__(
        self, resource: Resource, value: Mapping[str, object], pointer: Pointer, init: bool
    ) -> None:
        self.resource = resource
        self.value = value
        self.pointer = pointer
        self.init = init
        self.name = text(value.get("name"))
        self.sidecar = init and value.get("restartPolicy") == "Always"
        self._env: tuple[EnvVar, ...] | None = None
        owner = f'container "{self.name}"' if self.name else "the container"
        self.resources = ResourceRequirements(
            resource, mapping(value.get("resources")), pointer.child("resources"), owner
        )

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the container."""
        return Place(
            self.resource.document, self.pointer.child(*path), "value", self.resource.pointer
        )

    @property
    def env(self) -> tuple[EnvVar, ...]:
        """The environment variables that are written out, read once."""
        if self._env is None:
            entries = enumerate(map(mapping, sequence(self.value.get("env"))))
            self._env = tuple(
                EnvVar(text(entry.get("name")), _value(entry), self.at("env", index, "value"))
                for index, entry in entries
            )
        return self._env

    @property
    def words(self) -> tuple[tuple[str, Place], ...]:
        """command and args as single texts with their places, in order."""
        return tuple(
            (text(word), self.at(key, index))
            for key in ("command", "args")
            for index, word in enumerate(sequence(self.value.get(key)))
        )

    @property
    def mounts(self) -> tuple[Mapping[str, object], ...]:
        """The volumeMounts as mappings."""
        return tuple(map(mapping, sequence(self.value.get("volumeMounts"))))


def containers_of(
    resource: Resource, spec: Mapping[str, object], spec_pointer: Pointer, key: str
) -> tuple[Container, ...]:
    """The containers of a pod spec under `containers` or `initContainers`, made once an object."""
    known, at = resource.once(_none_yet)[0], (spec_pointer, key)
    found = known.get(at)
    if found is None:
        found = known[at] = tuple(
            Container(resource, each, spec_pointer.child(key, index), key != "containers")
            for index, each in enumerate(sequence(spec.get(key)))
            if isinstance(each, dict)
        )
    return found


def containers_at(resource: Resource, places: tuple[Pointer, ...]) -> tuple[Container, ...]:
    """Containers that a kind keeps outside the lists of a pod spec."""
    depth = len(resource.pointer)
    return tuple(
        Container(resource, mapping(dig(resource.value, place[depth:])), place, False)
        for place in places
    )


def _none_yet(resource: Resource) -> Iterator[dict[tuple[Pointer, str], tuple[Container, ...]]]:
    """The table in which an object's containers are kept."""
    yield {}
