"""One document of a marked rendering, laid beside the plain one."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from gpulint.source.chart.marked_template import TemplateLine, Unmarked, unmarked

_BREAK = re.compile("\r\n|\n|\r")
_MOST_PAIRS = 4_000_000  # of lines that are compared each with each


class Writers(NamedTuple):
    """Who wrote a piece of output. line: in the document's own template. inner: where that line
    took it from, a line of a `define` or of another template; None when it wrote it itself.
    """

    line: int
    inner: TemplateLine | None


class MarkedDocument:
    """One document of the marked rendering, beside the plain one. file: its template in the chart."""

    def __init__(self, plain: str, text: str, table: Sequence[TemplateLine], file: str) -> None:
        self._table = table
        self._file = file
        self._found: Unmarked = unmarked(text)
        self._plain = _rows(plain)
        self._rows = _rows(self._found.text)
        self._starts = _starts(self._found.text)
        self._same = _aligned(self._plain, self._rows)

    @property
    def missing(self) -> int:
        """How many lines of the plain document have no counterpart."""
        return sum(row is None for row in self._same)

    def writers(self, line: int, column: int) -> Writers | None:
        """Who wrote a character of the plain document, counted from 1; None when it is not known."""
        row = self._same[line - 1] if 0 < line <= len(self._same) else None
        if row is None:
            return None
        text = self._rows[row]
        # in a line that differs, as random values do, columns say nothing
        is_same = text == self._plain[line - 1]
        within = column - 1 if is_same else len(text) - len(text.lstrip())
        index = self._starts[row] + min(within, max(len(text) - 1, 0))
        first = bisect_right(self._found.offsets, index)
        numbers = self._found.numbers
        inner: TemplateLine | None = None
        for following in range(first, len(numbers)):
            each = self._table[numbers[following]]
            inner = inner or each
            if each.file == self._file and not each.is_defined:
                return Writers(each.line, None if inner is each else inner)
        return None


def _rows(text: str) -> list[str]:
    return _BREAK.split(text)


def _starts(text: str) -> list[int]:
    """Index of the first character of each line."""
    return [0, *(found.end() for found in _BREAK.finditer(text))]


def _aligned(plain: list[str], other: list[str]) -> list[int | None]:
    """For each line the one of the other text that stands for it, None where none does."""
    found: list[int | None] = [None] * len(plain)
    shorter = min(len(plain), len(other))
    head = next((n for n in range(shorter) if plain[n] != other[n]), shorter)
    tail = next(
        (n for n in range(shorter - head) if plain[-1 - n] != other[-1 - n]), shorter - head
    )
    found[:head] = range(head)
    found[len(plain) - tail :] = range(len(other) - tail, len(other))
    here, there = plain[head : len(plain) - tail], other[head : len(other) - tail]
    if not here or len(here) * len(there) > _MOST_PAIRS:
        return found
    from difflib import SequenceMatcher  # few charts need it

    for word, first, last, start, end in SequenceMatcher(None, here, there, False).get_opcodes():
        # as many lines as before: the same ones, with a new password or date
        if word == "equal" or (word == "replace" and last - first == end - start):
            found[head + first : head + last] = range(head + start, head + end)
    return found
