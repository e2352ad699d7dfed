"""Places in a YAML document: from a pointer to the span of its key or value, on demand."""

import re
from itertools import islice
from typing import NamedTuple

from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from gpulint.core.location import Located, Part
from gpulint.core.pointer import Pointer
from gpulint.source.text import Text
from gpulint.source.yaml_value import is_merge, key_name, merge_sources, scalar_value

Range = tuple[int, int]  # indexes of characters, the end exclusive

# Compiled when a place is asked for: most documents are in order.
_BLOCK_HEADER = r"[|>][-+0-9]*"
_PROPERTY = r"[&!]\S*"
_SPACE = r"(?:\s|(?<=\s)#[^\r\n]*)*"
_ALIAS = r"(?<!\S)#[^\r\n]*|\*[^\s,\[\]{}]+"


class _Entry(NamedTuple):
    """A key of a mapping with merges applied.

    key_use: where the key is used if it stands elsewhere, behind an alias. value_use: the same for
    its value.
    """

    key: Node | None
    value: Node
    key_use: Range | None
    value_use: Range | None


class YamlTree:
    """The composed nodes of one document over its text. number: of the document in the text."""

    __slots__ = ("_entries", "_number", "_root", "text")

    def __init__(self, text: Text, root: Node, number: int = 0) -> None:
        self.text = text
        self._root: Node | None = root
        self._number = number
        self._entries: dict[int, dict[str | int, _Entry]] = {}

    @property
    def root(self) -> Node:
        """The outermost node; composed anew when it was dropped."""
        if self._root is None:
            from gpulint.source.composer import compose  # only for places

            self._root = next(islice(compose(self.text.data), self._number, None))
        return self._root

    def drop(self) -> None:
        """Give back the nodes, which take ten times the room of the text, until a place is asked for."""
        self._root = None
        self._entries = {}

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """The span of a key or value; of the nearest parent's key when there is no such value."""
        entry, found = self._walk(pointer)
        if (part == "key" or not found) and entry.key is not None:
            own, use = self.key_range(entry.key), entry.key_use
        else:
            own, use = self.value_range(entry.value), entry.value_use
        if use is None:
            return Located(self.text.span(*own))
        return Located(self.text.span(*use), self.text.span(*own))

    def inner_lines(self) -> list[range]:
        """Lines inside block scalars and quoted values of several lines."""
        found: list[range] = []
        waiting, seen = [self.root], set()
        while waiting:
            node = waiting.pop()
            if isinstance(node, ScalarNode):
                span = self.text.local_span(node.start_mark.index, node.end_mark.index)
                if span.line != span.end_line and node.style:
                    quoted = node.style in ("'", '"')
                    reaches = not quoted and span.end_column > 1
                    first = span.line if quoted else span.line + 1
                    found.append(range(first, span.end_line + reaches))
            elif id(node) not in seen:
                seen.add(id(node))
                for child in node.value:
                    waiting.extend(child if isinstance(child, tuple) else (child,))
        return found

    def embedded(self, pointer: Pointer) -> Text | None:
        """The string at a pointer as a text of its own, its places within this one."""
        entry, found = self._walk(pointer)
        node = entry.value
        if not found or not isinstance(node, ScalarNode) or not isinstance(scalar_value(node), str):
            return None
        use = entry.value_use or self.value_range(node)
        whole = use if entry.value_use else (use[0], max(use[1], node.end_mark.index))
        literal = node.style == "|" and entry.value_use is None
        from gpulint.source.embedded import embedded_text  # few strings hold documents

        return embedded_text(self.text, node.value, whole, literal=literal)

    def _walk(self, pointer: Pointer) -> tuple[_Entry, bool]:
        """The entry at a pointer, or the last one on the way, and which of the two it is."""
        entry = _Entry(None, self.root, None, None)
        for step in pointer:
            child = self._children(entry.value).get(step)
            if child is None:
                return entry, False
            use = entry.value_use  # below an alias everything is used where the alias stands
            if use is not None:
                child = child._replace(key_use=use, value_use=use)
            entry = child
        return entry, True

    def _children(self, node: Node) -> dict[str | int, _Entry]:
        known = self._entries.get(id(node))
        if known is None:
            if isinstance(node, MappingNode):
                known = self._of_mapping(node)
            elif isinstance(node, SequenceNode):
                known = self._of_sequence(node)
            else:
                known = {}
            self._entries[id(node)] = known
        return known

    def _of_mapping(self, node: MappingNode) -> dict[str | int, _Entry]:
        entries: dict[str | int, _Entry] = {}
        edge = node.start_mark.index
        for key, value in node.value:
            # An alias gives its anchor's node, which lies before the place where it is used.
            key_use = None if key.start_mark.index >= edge else self._alias_range(edge, 0)
            edge = max(edge, key.end_mark.index)
            is_alias = value.start_mark.index < edge
            edge = max(edge, value.end_mark.index)
            at_key = key_use or self.key_range(key)
            if is_merge(key):
                entries.update(self._merged(value, at_key))
            else:
                entries[key_name(key)] = _Entry(key, value, key_use, at_key if is_alias else None)
        return entries

    def _merged(self, value: Node, at_key: Range) -> dict[str | int, _Entry]:
        """What `<<` brings in: from an alias it is used at the merge key, else where it stands."""
        entries: dict[str | int, _Entry] = {}
        for source in merge_sources(value):
            children = self._children(source)
            if source.start_mark.index < at_key[1]:
                children = {
                    name: child._replace(key_use=at_key, value_use=at_key)
                    for name, child in children.items()
                }
            entries.update(children)
        return entries

    def _of_sequence(self, node: SequenceNode) -> dict[str | int, _Entry]:
        entries: dict[str | int, _Entry] = {}
        edge, aliases = node.start_mark.index, 0
        for number, item in enumerate(node.value):
            use = None
            if item.start_mark.index < edge:
                use = self._alias_range(edge, aliases)
                aliases += 1
            else:
                edge, aliases = item.end_mark.index, 0
            entries[number] = _Entry(None, item, None, use)
        return entries

    def _alias_range(self, start: int, number: int) -> Range:
        """Where the alias stands that is the `number`th after `start`, comments passed over."""
        aliases = (m for m in re.compile(_ALIAS).finditer(self.text.text, start) if m[0][0] == "*")
        for position, found in enumerate(aliases):
            if position == number:
                return found.span()
        return start, start

    def key_range(self, key: Node) -> Range:
        """The key without anchor or tag, quotes included."""
        return self._content(key), key.end_mark.index

    def value_range(self, value: Node) -> Range:
        """The value; of a block only its first line, since its end mark lies on the next token."""
        start = self._content(value)
        if isinstance(value, CollectionNode):
            if value.flow_style:
                return start, value.end_mark.index
            return start, max(start, self.text.line_end(start))
        if getattr(value, "style", None) in ("|", ">"):
            header = re.compile(_BLOCK_HEADER).match(self.text.text, start)
            return start, header.end() if header else start
        return start, value.end_mark.index

    def _content(self, node: Node) -> int:
        """Index of the first character after anchor and tag."""
        start: int = node.start_mark.index
        end: int = node.end_mark.index
        if isinstance(node, ScalarNode) and node.value == "" and not node.style:
            return end
        text = self.text.text
        while start < end and (found := re.compile(_PROPERTY).match(text, start)):
            space = re.compile(_SPACE).match(text, found.end())
            start = space.end() if space else found.end()
        return min(start, end)
