"""Places in a JSON text, scanned when they are asked for: reading keeps no positions."""

import re
from collections.abc import Iterator
from json import JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]  # not in the stubs
from typing import NamedTuple

from gpulint.core.location import Located, Part
from gpulint.core.pointer import Pointer
from gpulint.source.embedded import embedded_text
from gpulint.source.text import Text

Range = tuple[int, int]  # indexes of characters, the end exclusive

_BLANK = re.compile(r"[ \t\r\n]*")


class _Entry(NamedTuple):
    """A key (None in an array) and a value of a container."""

    key: Range | None
    value: Range


class JsonTree:
    """One JSON document that starts at the character `start` of a text that was read without fault."""

    __slots__ = ("_containers", "_root", "_scan", "text")

    def __init__(self, text: Text, start: int) -> None:
        self.text = text
        # The C scanner finds the end of a value far faster than any search in Python.
        self._scan = JSONDecoder().raw_decode
        self._root = start
        self._containers: dict[int, dict[str | int, _Entry]] = {}

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """The span of a key or value; of the nearest parent's key when there is no such value."""
        entry, found = self._walk(pointer)
        if (part == "key" or not found) and entry.key is not None:
            return Located(self.text.span(*entry.key))
        start, end = entry.value
        if self.text.text[start] in "{[":
            # Of a value over several lines the first is enough to see it.
            end = min(end, self.text.line_end(start)) if not pointer or not found else end
        return Located(self.text.span(start, end))

    def inner_lines(self) -> list[range]:
        """None: a JSON string stays on its line."""
        return []

    def embedded(self, pointer: Pointer) -> Text | None:
        """The string at a pointer as a text of its own; its places are the whole string."""
        entry, found = self._walk(pointer)
        start = entry.value[0]
        if not found or self.text.text[start] != '"':
            return None
        value = mend_surrogates(scanstring(self.text.text, start + 1, True)[0])
        return embedded_text(self.text, value, entry.value, literal=False)

    def duplicates(self) -> Iterator[tuple[str, Range, Range]]:
        """Every key that an object holds twice, with the places of both, in the order of the text."""
        waiting = [self._root]
        while waiting:
            start = waiting.pop()
            seen: dict[str | int, Range] = {}
            inner: list[int] = []
            for name, entry in self._items(start):
                if entry.key is not None and isinstance(name, str):
                    if name in seen:
                        yield name, seen[name], entry.key
                    seen.setdefault(name, entry.key)
                if self.text.text[entry.value[0]] in "{[":
                    inner.append(entry.value[0])
            waiting.extend(reversed(inner))

    def _walk(self, pointer: Pointer) -> tuple[_Entry, bool]:
        characters = self.text.text
        entry = _Entry(None, (self._root, self._scan(characters, self._root)[1]))
        for step in pointer:
            start = entry.value[0]
            known = self._containers.get(start)
            if known is None:
                known = dict(self._items(start)) if characters[start] in "{[" else {}
                self._containers[start] = known
            child = known.get(step)
            if child is None:
                return entry, False
            entry = child
        return entry, True

    def _items(self, start: int) -> Iterator[tuple[str | int, _Entry]]:
        """The keys or indexes of the container at `start` and where they stand."""
        characters = self.text.text
        is_object = characters[start] == "{"
        index, number = self._after_blank(start + 1), 0
        while characters[index] not in "}]":
            key: Range | None = None
            name: str | int = number
            if is_object:
                written, end = scanstring(characters, index + 1, True)
                name, key = mend_surrogates(written), (index, end)
                index = self._after_blank(self._after_blank(end) + 1)
            end = self._scan(characters, index)[1]
            yield name, _Entry(key, (index, end))
            number += 1
            index = self._after_blank(end)
            if characters[index] == ",":
                index = self._after_blank(index + 1)

    def _after_blank(self, index: int) -> int:
        found = _BLANK.match(self.text.text, index)
        return found.end() if found else index


def mend_surrogates(text: str) -> str:
    """The text with half surrogate pairs replaced by U+FFFD, as Go does."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
