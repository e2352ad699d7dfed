"""Containers and their resource requirements."""

from collections.abc import Iterable, Iterator, Mapping
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
    Amounts are made when they are asked for, as few of the usual ones are.
    """

    __slots__ = ("_made", "in_container", "owner", "pointer", "resource", "value")

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
        self._made: dict[tuple[str, str], Amount] = {}
        super().__init__()

    def stated(self, side: str) -> Mapping[str, object]:
        """The values under limits or requests as they are written, by name."""
        return mapping(self.value.get(side))

    @property
    def limits(self) -> Mapping[str, Amount]:
        """The lines under limits."""
        return self.once(_limits)[0]

    @property
    def requests(self) -> Mapping[str, Amount]:
        """The lines under requests."""
        return self.once(_requests)[0]

    @property
    def named(self) -> Mapping[str, Amount]:
        """One line for each name, of the limits where both have it."""
        return self.once(_named)[0]

    @property
    def names(self) -> Iterable[str]:
        """Each name once, those of the limits first."""
        return {**self.stated("limits"), **self.stated("requests")}

    @property
    def lines(self) -> tuple[tuple[str, Amount], ...]:
        """Every line as (side, amount), limits first."""
        return self.once(_lines)

    def amount(self, side: str, name: str) -> Amount:
        """A line that is stated; always the same one."""
        found = self._made.get((side, name))
        if found is None:
            found = self._made[side, name] = Amount(self.stated(side)[name], self, side, name)
        return found

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the block."""
        return Place(
            self.resource.document, self.pointer.child(*path), "value", self.resource.pointer
        )

    def wanted(self, name: str) -> Quantity:
        """What the scheduler counts: the request, else the limit; 0 when absent or unknown."""
        requests = self.stated("requests")
        value = requests[name] if name in requests else self.stated("limits").get(name)
        return read_amount(value)[0] or ZERO

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

    def stated(self, side: str) -> Mapping[str, object]:
        """The name with its quantity, under limits alone."""
        name = self.value.get("name")
        return (
            {name: self.value.get("quantity")} if side == "limits" and isinstance(name, str) else {}
        )

    def at(self, *path: str | int) -> Place:
        """The place of the name; of the whole block for an empty path."""
        return super().at("name") if path else super().at()


def _accelerators(block: ResourceRequirements) -> Iterator[Mapping[str, Amount]]:
    found: dict[str, Amount] = {}
    for side in MULTIPLIERS:
        for name in block.stated(side):
            if catalog_resources.accelerator(name) is None or name in found:
                continue
            amount = block.amount(side, name)
            if amount.quantity is None or not amount.quantity.is_zero:
                found[name] = amount
    yield found


def _lines(block: ResourceRequirements) -> Iterator[tuple[str, Amount]]:
    yield from (("limits", amount) for amount in block.limits.values())
    yield from (("requests", amount) for amount in block.requests.values())


def _named(block: ResourceRequirements) -> Iterator[Mapping[str, Amount]]:
    yield {**block.limits, **{n: a for n, a in block.requests.items() if n not in block.limits}}


def _limits(block: ResourceRequirements) -> Iterator[Mapping[str, Amount]]:
    yield {name: block.amount("limits", name) for name in block.stated("limits")}


def _requests(block: ResourceRequirements) -> Iterator[Mapping[str, Amount]]:
    yield {name: block.amount("requests", name) for name in block.stated("requests")}


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
