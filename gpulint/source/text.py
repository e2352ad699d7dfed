"""A piece of text and the way from its characters to lines and columns that an editor shows."""

import re
from bisect import bisect_right
from typing import Protocol

from gpulint.core.location import Span

# What editors call a line break. U+0085, U+2028 and U+2029 break lines in YAML but not here.
_BREAK = "\r\n|\n|\r"


class Relocation(Protocol):
    """Moves spans from a text to the text that people edit: an enclosing file, a template."""

    def span(self, span: Span) -> Span:
        """The place that people should look at."""

    def line_text(self, line: int) -> str:
        """The text of a line there."""


class Text:
    """A document's own text: whole file, piece between `---` lines, or string inside another one.

    data: UTF-8 without byte-order mark. first_line: its first line in the file, from 1.
    relocation: where its places are shown instead, None when they are shown as they are.
    """

    __slots__ = ("_starts", "_text", "data", "first_line", "name", "relocation")

    def __init__(
        self, name: str, data: bytes, first_line: int = 1, relocation: Relocation | None = None
    ) -> None:
        self.name = name
        self.data = data
        self.first_line = first_line
        self.relocation = relocation
        self._text: str | None = None
        self._starts: list[int] | None = None

    @property
    def text(self) -> str:
        """The characters; decoded at the first use, as most documents have nothing to report."""
        if self._text is None:
            self._text = self.data.decode("utf-8", "replace")
        return self._text

    @property
    def starts(self) -> list[int]:
        """Index of the first character of each line."""
        if self._starts is None:
            self._starts = [0, *(found.end() for found in re.finditer(_BREAK, self.text))]
        return self._starts

    def local_span(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to `end`, in lines of the file."""
        line, column = self._position(start)
        return Span(line, column, *self._position(max(start, end)))

    def _position(self, index: int) -> tuple[int, int]:
        """Line and column of a character; of one in a line break, just after the line."""
        row = bisect_right(self.starts, index) - 1
        start = self.starts[row]
        return row + self.first_line, min(index, self.line_end(start)) - start + 1

    def span(self, start: int, end: int) -> Span:
        """The span to show for the characters from `start` up to `end`."""
        return self.shown(self.local_span(start, end))

    def shown(self, span: Span) -> Span:
        """A span of this text, moved to where people look for it."""
        return span if self.relocation is None else self.relocation.span(span)

    def line_text(self, line: int) -> str:
        """The text of a shown line without its break; empty where this text does not reach."""
        if self.relocation is not None:
            return self.relocation.line_text(line)
        row = line - self.first_line
        if not 0 <= row < len(self.starts):
            return ""
        return self.text[self.starts[row] : self.line_end(self.starts[row])]

    def line_end(self, index: int) -> int:
        """Index just after the last character of the line around `index`."""
        found = re.compile(_BREAK).search(self.text, index)
        return found.start() if found else len(self.text)

    def index_of_byte(self, position: int) -> int:
        """Index of the character that begins at a byte position."""
        return len(self.data[:position].decode("utf-8", "replace"))
