"""Nodes from parser events, one at a time: without recursion, counted, anchors set anew at will.

The second way to compose, for texts that PyYAML's own composers refuse or should not be given.
"""

from collections.abc import Iterator
from typing import Any

from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    Event,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from gpulint.source.limits import MAX_DEPTH, MAX_NODES, LimitError, too_deep, too_many_values
from gpulint.source.scalars import MAP, SEQ, STR, plain_scalar


class AliasError(Exception):
    """An alias without an anchor before it. `index`: where it stands."""

    def __init__(self, anchor: str, index: int) -> None:
        super().__init__(anchor)
        self.anchor = anchor
        self.index = index


class _Assembly:
    """The documents of one stream, under construction."""

    __slots__ = ("_anchors", "_count", "_keys", "_open")

    def __init__(self) -> None:
        self._anchors: dict[str, Node] = {}
        self._open: list[CollectionNode] = []
        self._keys: list[Node | None] = []  # per open collection the key that awaits its value
        self._count = 0

    def take(self, event: Event) -> Node | None:
        """Add one event; returns the root node when it completes a document."""
        if isinstance(event, NodeEvent):
            return self._take_node(event)
        if isinstance(event, CollectionEndEvent):
            closed = self._open.pop()
            self._keys.pop()
            closed.end_mark = event.end_mark
            return None if self._open else closed
        if isinstance(event, DocumentStartEvent):
            self._anchors, self._count = {}, 0
        return None

    def _take_node(self, event: NodeEvent) -> Node | None:
        self._count += 1
        if self._count > MAX_NODES:
            raise LimitError(too_many_values(), _index(event))
        node = self._node(event)
        if self._open:
            self._attach(node)
        if isinstance(node, CollectionNode) and not isinstance(event, AliasEvent):
            if len(self._open) >= MAX_DEPTH:
                raise LimitError(too_deep(), _index(event))
            self._open.append(node)
            self._keys.append(None)
            return None
        return None if self._open else node

    def _attach(self, node: Node) -> None:
        parent = self._open[-1]
        if isinstance(parent, SequenceNode):
            parent.value.append(node)
            return
        key = self._keys[-1]
        if key is None:
            self._keys[-1] = node
        else:
            parent.value.append((key, node))
            self._keys[-1] = None

    def _node(self, event: Any) -> Node:
        if event.__class__ is AliasEvent:
            known = self._anchors.get(str(event.anchor))
            if known is None:
                raise AliasError(str(event.anchor), _index(event))
            return known
        node = _new_node(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        return node


def _new_node(event: Any) -> Node:
    # The tag `!` alone means "no guessing": text, list or mapping.
    written = STR if event.tag == "!" and event.__class__ is ScalarEvent else event.tag
    written = None if written == "!" else written
    kind = event.__class__
    if kind is ScalarEvent:
        implied = plain_scalar(event.value)[0] if event.implicit[0] else STR
        return ScalarNode(
            written or implied, event.value, event.start_mark, event.end_mark, event.style
        )
    if kind is SequenceStartEvent:
        return SequenceNode(written or SEQ, [], event.start_mark, None, event.flow_style)
    return MappingNode(written or MAP, [], event.start_mark, None, event.flow_style)


def _index(event: Event) -> int:
    mark: Any = event.start_mark  # typed as if it could be missing
    return int(mark.index)


def assemble(events: Iterator[Event]) -> Iterator[Node]:
    """The root node of each document of a stream of events; raises LimitError and AliasError."""
    assembly = _Assembly()
    for event in events:
        root = assembly.take(event)
        if root is not None:
            yield root
