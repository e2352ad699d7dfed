"""Plain values from YAML nodes, as sigs.k8s.io/yaml would hand them to Kubernetes."""

import math
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from gpulint.source.limits import (
    MAX_DEPTH,
    MAX_FAULTS,
    MAX_NODES,
    LimitError,
    too_deep,
    too_many_values,
)
from gpulint.source.scalars import (
    MERGE,
    STR,
    TYPED,
    Scalar,
    key_text,
    plain_scalar,
    tagged_scalar,
)


class RefusedError(Exception):
    """A node that no Kubernetes value can be made of. kind: see limits.LimitError."""

    def __init__(self, node: Node, detail: str, kind: str = "syntax") -> None:
        super().__init__(detail)
        self.node = node
        self.detail = detail
        self.kind = kind


class DuplicateKey(NamedTuple):
    """A key that a mapping holds twice."""

    text: str
    first: Node
    second: Node


class _Built(NamedTuple):
    """What is remembered of a collection, since aliases lead to it again."""

    value: Any
    size: int
    height: int


def build(root: Node) -> tuple[object, list[DuplicateKey]]:
    """The value of a document, and the keys that it holds twice (the last one wins).

    Raises RefusedError and LimitError. Aliased parts are one shared object: treat the value as read-only.
    """
    builder = _Builder()
    value = builder.value(root, 0)
    builder.check_size()
    return value, builder.duplicates


class _Builder:
    """One document under construction. Aliases are counted expanded but built once."""

    __slots__ = ("_count", "_deepest", "_largest", "_seen", "duplicates")

    def __init__(self) -> None:
        self._seen: dict[int, _Built | None] = {}
        self._count = 0
        self._deepest = 0
        self._largest = (0, 0)  # of the aliased parts: expanded size, index of its first character
        self.duplicates: list[DuplicateKey] = []

    def value(self, node: Node, depth: int) -> Any:
        if node.__class__ is ScalarNode:
            return scalar_value(node)
        known = self._seen.get(id(node), _ABSENT)
        if known is not _ABSENT:
            return self._again(node, known, depth)
        if depth >= MAX_DEPTH:
            raise LimitError(too_deep(), node.start_mark.index)
        self._seen[id(node)] = None
        before, deepest = self._count, self._deepest
        self._count += len(node.value)
        self._deepest = depth
        built = (
            self._mapping(node, depth + 1)
            if node.__class__ is MappingNode
            else [
                child.value
                if child.__class__ is ScalarNode and child.tag is STR
                else self.value(child, depth + 1)
                for child in node.value
            ]
        )
        self._seen[id(node)] = _Built(built, self._count - before, self._deepest - depth)
        self._deepest = max(self._deepest, deepest)
        return built

    def _again(self, node: Node, known: Any, depth: int) -> Any:
        if known is None:
            raise RefusedError(node, "an anchor contains itself")
        self._count += known.size
        self._largest = max(self._largest, (known.size, node.start_mark.index))
        self._deepest = max(self._deepest, depth + known.height)
        if self._deepest >= MAX_DEPTH:
            raise LimitError(too_deep(), node.start_mark.index)
        return known.value

    def check_size(self) -> None:
        """Raise LimitError when the values with aliases expanded are too many."""
        if self._count > MAX_NODES:
            raise LimitError(too_many_values(), self._largest[1])

    def _mapping(self, node: MappingNode, depth: int) -> dict[str, Any]:
        built: dict[str, Any] = {}
        own: dict[str, Node] = {}
        for key, child in node.value:
            if key.__class__ is not ScalarNode:
                raise RefusedError(key, "a key is a list or a mapping; Kubernetes needs a name")
            if key.tag is STR:
                name = key.value
            elif is_merge(key):
                self._merge(built, child, depth)
                continue
            else:
                name = key_name(key)
            if name in own and len(self.duplicates) < MAX_FAULTS:
                self.duplicates.append(DuplicateKey(name, own[name], key))
            own.setdefault(name, key)
            built[name] = (
                child.value
                if child.__class__ is ScalarNode and child.tag is STR
                else self.value(child, depth)
            )
        return built

    def _merge(self, built: dict[str, Any], child: Node, depth: int) -> None:
        """Lay the merged mappings over what stands before `<<`, as Go does; later keys override."""
        for source in merge_sources(child):
            built.update(self.value(source, depth))
            self.check_size()  # at once, for a merge copies


_ABSENT = object()


def is_merge(key: Node) -> bool:
    """Whether a key is the merge key `<<`."""
    return key.tag is MERGE or (key.tag == "tag:yaml.org,2002:merge" and key.value == "<<")


def merge_sources(child: Node) -> list[Node]:
    """The mappings that `<<` brings in, those that win last; raises RefusedError for anything else."""
    sources = child.value[::-1] if child.__class__ is SequenceNode else [child]
    for source in sources:
        if source.__class__ is not MappingNode:
            raise RefusedError(source, "`<<` merges mappings only")
    return sources


def key_name(key: Node) -> str:
    """The name that a scalar key has in JSON; raises RefusedError when it has none."""
    try:
        return key_text(key.tag, key.value)
    except ValueError as error:
        raise RefusedError(key, str(error)) from None


def scalar_value(node: ScalarNode) -> Scalar:
    """The value of a scalar; raises RefusedError for one that JSON cannot hold."""
    tag = node.tag
    if tag is STR or tag is MERGE:
        return str(node.value)
    try:
        value = plain_scalar(node.value)[1] if tag in TYPED else tagged_scalar(tag, node.value)
    except ValueError as error:
        raise RefusedError(node, str(error)) from None
    if isinstance(value, float) and not math.isfinite(value):
        raise RefusedError(node, f"`{node.value}` is no number that Kubernetes knows", "refused")
    return value
