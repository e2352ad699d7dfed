"""Of each object of the API server only the fields that facts hold; the rest is never built.

What comes out has the form of the facts file's items: `gpulint.engine.facts_kinds.projected` over
the whole object gives the same.
"""

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct

from gpulint.engine.facts_kinds import FactKind, projected

NODE = "Node"
SLICE = "ResourceSlice"
# A longer text is a script or a certificate: it does not come back in other objects.
_LONGEST_SHARED = 256


class Metadata(Struct):
    """Who an object is. resourceVersion: of the object, or of a bookmark."""

    name: str = ""
    namespace: str = ""
    labels: dict[str, str] | None = None
    resourceVersion: str = ""  # noqa: N815 - the API's own spelling


class Bare(Struct):
    """An object of which nothing but its metadata is known."""

    metadata: Metadata = msgspec.field(default_factory=Metadata)


class Specified(Bare):
    """An object whose spec is kept."""

    spec: Any = UNSET


class Ranked(Bare):
    """A PriorityClass, of Kubernetes or of Kueue."""

    value: Any = UNSET
    globalDefault: Any = UNSET  # noqa: N815
    preemptionPolicy: Any = UNSET  # noqa: N815


class Runtime(Bare):
    """A RuntimeClass."""

    handler: Any = UNSET
    overhead: Any = UNSET
    scheduling: Any = UNSET


class SliceSpec(Struct, omit_defaults=True):
    """Whose devices a ResourceSlice lists; no rule reads the devices, which are most of it."""

    driver: str = ""


class Slice(Bare):
    """A ResourceSlice."""

    spec: SliceSpec = msgspec.field(default_factory=SliceSpec)


class TaintSpec(Struct, frozen=True, order=True):
    """One taint of a node."""

    key: str = ""
    value: str = ""
    effect: str = ""


class NodeSpec(Struct):
    """What keeps pods off a node."""

    taints: tuple[TaintSpec, ...] | None = None
    unschedulable: bool = False


class NodeStatus(Struct):
    """What a node offers; of its status nothing else."""

    allocatable: dict[str, str] | None = None
    capacity: dict[str, str] | None = None


class NodeObject(Bare):
    """A Node."""

    spec: NodeSpec = msgspec.field(default_factory=NodeSpec)
    status: NodeStatus = msgspec.field(default_factory=NodeStatus)


T = TypeVar("T", bound=Bare)


class ListMetadata(Struct):
    """Where a list stands in time, and how its next page is asked for."""

    resourceVersion: str = ""  # noqa: N815
    continue_: str = msgspec.field(default="", name="continue")


class Page(Struct, Generic[T]):
    """One page of a list."""

    metadata: ListMetadata
    items: list[T] | None = None


class Status(Struct):
    """An error in a watch or as the body of an answer."""

    code: int = 0
    message: str = ""


class Event(Struct):
    """One line of a watch. type: ADDED, MODIFIED, DELETED, BOOKMARK or ERROR."""

    type: str
    object: msgspec.Raw


_SHAPES: Mapping[str, type[Bare]] = {
    NODE: NodeObject,
    SLICE: Slice,
    "Namespace": Bare,
    "PriorityClass": Ranked,
    "WorkloadPriorityClass": Ranked,
    "RuntimeClass": Runtime,
}
_EVENT = msgspec.json.Decoder(Event)
_STATUS = msgspec.json.Decoder(Status)
ListPage: TypeAlias = Page[Bare]


class Reader(NamedTuple):
    """Decodes one kind. Every method raises msgspec.MsgspecError for what is not of that form."""

    kind: FactKind
    shape: type[Bare]
    pages: "msgspec.json.Decoder[ListPage]"
    objects: "msgspec.json.Decoder[Bare]"

    def page(self, body: bytes) -> ListPage:
        """One page of a list."""
        return self.pages.decode(body)

    def object(self, raw: bytes | memoryview | msgspec.Raw) -> Bare:
        """One object."""
        return self.objects.decode(raw)


def reader_of(kind: FactKind) -> Reader:
    """The decoder of a kind."""
    shape = _SHAPES.get(kind.kind, Specified)
    pages: msgspec.json.Decoder[ListPage] = msgspec.json.Decoder(Page[shape])  # type: ignore[valid-type]
    return Reader(kind, shape, pages, msgspec.json.Decoder(shape))


def event_of(line: bytes) -> Event:
    """A line of a watch. Raises msgspec.MsgspecError."""
    return _EVENT.decode(line)


def status_of(raw: bytes | memoryview | msgspec.Raw) -> Status:
    """The error that an object tells; an empty one when it is none."""
    try:
        return _STATUS.decode(raw)
    except msgspec.MsgspecError:
        return Status()


def value_of(found: Bare, kind: FactKind, api_version: str) -> dict[str, object]:
    """The object as facts hold it; texts that come back elsewhere are stored once."""
    metadata = found.metadata
    value: dict[str, object] = {
        "apiVersion": api_version,
        "kind": kind.kind,
        "metadata": {
            "name": metadata.name,
            "namespace": metadata.namespace,
            "labels": metadata.labels,
        },
    }
    value.update(_fields(found))
    shared = _shared(projected(value))
    assert isinstance(shared, dict)
    return shared


def _fields(found: Bare) -> Iterator[tuple[str, object]]:
    for name in found.__struct_fields__:
        each = getattr(found, name)
        if name != "metadata" and each is not UNSET:
            yield name, msgspec.to_builtins(each) if isinstance(each, Struct) else each


def _shared(value: object) -> object:
    if isinstance(value, str):
        return sys.intern(value) if len(value) <= _LONGEST_SHARED else value
    if isinstance(value, dict):
        return {_shared(key): _shared(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_shared(each) for each in value]
    return value
