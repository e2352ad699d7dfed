"""One Kubernetes object inside a document."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from gpulint.core.finding import ResourceName
from gpulint.core.location import Locatable, Place
from gpulint.core.pointer import ROOT, Pointer

S = TypeVar("S", bound="Keeping")
V = TypeVar("V")
_NOTHING: Mapping[str, object] = {}


def mapping(value: object) -> Mapping[str, object]:
    """The value when it is a mapping, else an empty one: a wrong shape is the schema's to report."""
    return value if isinstance(value, dict) else _NOTHING


def sequence(value: object) -> list[object]:
    """The value when it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """The value when it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


def integer(value: object) -> int | None:
    """The value when it is a whole number; None when absent, a placeholder or of another type."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None


class Field(NamedTuple):
    """A value and the place where it stands; the place of an absent value is its nearest parent."""

    value: object
    place: Place
    present: bool


class Keeping:
    """A view that keeps what functions read out of it."""

    __slots__ = ("_read",)

    def __init__(self) -> None:
        self._read: dict[object, tuple[object, ...]] = {}

    def once(self: S, read: Callable[[S], Iterable[V]]) -> tuple[V, ...]:
        """What a function reads out of this view, read at the first call and kept."""
        found = self._read.get(read)
        if found is None:
            found = self._read[read] = tuple(read(self))
        return found  # type: ignore[return-value]  # kept under its own reader


class Resource(Keeping):
    """A Kubernetes object: where it is, what it is, and the way to each of its fields.

    value: the object as plain data. pointer: its root inside the document (items of lists lie deeper).
    document: the text it stands in. from_facts: read from a facts file, so it is no subject of rules.
    wrapper: the object that holds this one and has it created.
    """

    __slots__ = (
        "api_version", "document", "fragment", "from_facts", "group", "kind", "mentions",
        "metadata", "name", "namespace", "pointer", "value", "version", "wrapper",
    )  # fmt: skip

    def __init__(
        self,
        document: Locatable,
        value: Mapping[str, object],
        pointer: Pointer = ROOT,
        *,
        api_version: str = "",
        kind: str = "",
        mentions: bool = True,
        fragment: bool = False,
        from_facts: bool = False,
    ) -> None:
        self.wrapper: Resource | None = None
        self.document = document
        self.value = value
        self.pointer = pointer
        self.mentions = mentions
        self.fragment = fragment
        self.from_facts = from_facts
        self.api_version = text(value.get("apiVersion")) or api_version
        self.kind = text(value.get("kind")) or kind
        group, slash, version = self.api_version.rpartition("/")
        self.group = group if slash else ""
        self.version = version
        self.metadata = mapping(value.get("metadata"))
        self.name = text(self.metadata.get("name"))
        self.namespace = text(self.metadata.get("namespace"))
        super().__init__()

    def __repr__(self) -> str:
        return f"<{self.label} in {self.document.file}>"

    @property
    def label(self) -> str:
        """How people call it: `Job/train`, `Deployment` when it has no name."""
        return f"{self.kind or 'object'}/{self.name}" if self.name else self.kind or "object"

    @property
    def identity(self) -> ResourceName:
        """What a finding says about the object."""
        return ResourceName(self.api_version, self.kind, self.namespace, self.name)

    @property
    def labels(self) -> Mapping[str, object]:
        """metadata.labels."""
        return mapping(self.metadata.get("labels"))

    @property
    def annotations(self) -> Mapping[str, object]:
        """metadata.annotations."""
        return mapping(self.metadata.get("annotations"))

    @property
    def spec(self) -> Mapping[str, object]:
        """The spec; empty when it is absent or no mapping."""
        return mapping(self.value.get("spec"))

    def at(self, *path: str | int) -> Place:
        """The place at `path` below the object's root."""
        return Place(self.document, self.pointer.child(*path), "value", self.pointer)

    def get(self, *path: str | int) -> object:
        """The value at `path`; None when any step is missing or of another shape."""
        return dig(self.value, path)

    def field(self, *path: str | int) -> Field:
        """The value at `path` with its place; an absent value has its nearest parent's key."""
        value: object = self.value
        for depth, step in enumerate(path):
            found, value = step_into(value, step)
            if not found:
                return Field(None, self.at(*path[:depth])._replace(part="key"), False)
        return Field(value, self.at(*path), True)


def step_into(value: object, step: str | int) -> tuple[bool, object]:
    """Whether there is something at a key or index of a value, and what."""
    if isinstance(step, int):
        if isinstance(value, list) and -len(value) <= step < len(value):
            return True, value[step]
        return False, None
    if isinstance(value, dict) and step in value:
        return True, value[step]
    return False, None


def dig(value: object, path: tuple[str | int, ...]) -> object:
    """The value at `path` below `value`; None when any step is missing or of another shape."""
    for step in path:
        found, value = step_into(value, step)
        if not found:
            return None
    return value


def resources_in(document: Locatable, value: object, **flags: bool) -> Iterator[Resource]:
    """All objects of a document: itself, or the items of a list kind, nested ones too."""
    yield from _walk(document, value, ROOT, "", "", flags, 0)


def _walk(
    document: Locatable,
    value: object,
    pointer: Pointer,
    api_version: str,
    kind: str,
    flags: Mapping[str, bool],
    depth: int,
) -> Iterator[Resource]:
    if isinstance(value, list) and depth == 0:  # a JSON array of objects
        for index, item in enumerate(value):
            yield from _walk(document, item, pointer.child(index), "", "", flags, 1)
        return
    if not isinstance(value, dict):
        return
    own_kind = text(value.get("kind")) or kind
    items = value.get("items")
    if own_kind.endswith("List") and isinstance(items, list) and depth < 20:
        item_kind = own_kind[:-4]
        inherited = text(value.get("apiVersion")) if item_kind else ""
        for index, item in enumerate(items):
            at = pointer.child("items", index)
            yield from _walk(document, item, at, inherited, item_kind, flags, depth + 1)
        return
    yield Resource(document, value, pointer, api_version=api_version, kind=kind, **flags)
