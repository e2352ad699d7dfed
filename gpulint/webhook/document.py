"""Documents for objects that came without a text of their own: field paths only.

The engine tells what stands on one line apart from what does not (a generic rule is silent beside a
specific one), so places get lines as if the object were written in block style, one key a line.
"""

from gpulint.core.location import Located, Part, Span
from gpulint.core.pointer import Pointer
from gpulint.model.resource import step_into
from gpulint.source.document import Document
from gpulint.source.text import Text

_LAST_COLUMN = 2
# Lines that are kept free for a string that is read as a document of its own.
_ROOM = 1_000_000


class ObjectTree:
    """Places of an object by pointer; a line is given out when it is first asked for."""

    __slots__ = ("_lines", "_next", "_value", "text")

    def __init__(self, name: str, value: object) -> None:
        self.text = Text(name, b"")
        self._value = value
        self._lines: dict[Pointer, int] = {}
        self._next = 1

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """A span of its own for each place that would have a line of its own."""
        at, value = self._existing(pointer)
        is_item = bool(at) and isinstance(at[-1], int)
        if is_item or (part == "value" and len(at) == len(pointer)):
            at = _first_line(at, value)
        line = self._line(at)
        return Located(Span(line, 1, line, _LAST_COLUMN))

    def inner_lines(self) -> list[range]:
        """None: there are no comments either."""
        return []

    def embedded(self, pointer: Pointer) -> Text | None:
        """The string at a pointer as a text whose lines meet no others; None when there is none."""
        at, value = self._existing(pointer)
        if len(at) < len(pointer) or not isinstance(value, str) or not value:
            return None
        self._next += _ROOM
        shown = None if "\n" in value else _OneLine(f"{pointer[-1]}: {value}")
        return Text(self.text.name, value.encode("utf-8", "replace"), self._next, shown)

    def _line(self, pointer: Pointer) -> int:
        line = self._lines.get(pointer)
        if line is None:
            line = self._lines[pointer] = self._next
            self._next += 1
        return line

    def _existing(self, pointer: Pointer) -> tuple[Pointer, object]:
        """The longest part of a pointer that leads somewhere, and what stands there."""
        value = self._value
        for depth, step in enumerate(pointer):
            found, below = step_into(value, step)
            if not found:
                return Pointer(pointer[:depth]), value
            value = below
        return pointer, value


class _OneLine:
    """A string of one line stands behind its key, as people write it. What is found in it is known
    again by that line; in a longer string, which people write as a block, by the line in the block."""

    __slots__ = ("_line",)

    def __init__(self, line: str) -> None:
        self._line = line

    def span(self, span: Span) -> Span:
        return span

    def line_text(self, line: int) -> str:
        return self._line


def document_of(value: object, name: str = "<object>") -> Document:
    """The document of a decoded JSON object; its findings have field paths and no lines to show."""
    return Document(ObjectTree(name, value), value)


def _first_line(pointer: Pointer, value: object) -> Pointer:
    """The key on whose line a collection begins when it is written in block style."""
    while value:
        if isinstance(value, dict):
            key, value = next(iter(value.items()))
        elif isinstance(value, list):
            key, value = 0, value[0]
        else:
            break
        pointer = pointer.child(key)
        if isinstance(key, str):
            break
    return pointer
