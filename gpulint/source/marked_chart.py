"""Which line of which template wrote a character of a rendered chart, found by rendering it marked.

The chart is rendered a second time, from a copy whose template lines end in marks. What is then the
same as before, marks apart, is placed; the rest is not. A chart without findings is rendered once.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from gpulint.source.chart_copy import copy_chart, is_template
from gpulint.source.chart_tree import ChartFolder
from gpulint.source.helm_program import ChartError, run_helm, source_file
from gpulint.source.marked_template import TemplateLine, Unmarked, marked, unmarked
from gpulint.source.screen import split

_BREAK = re.compile("\r\n|\n|\r")
_MOST_ROWS = 20_000  # beyond, lines are compared in order only


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
        following = (self._table[n] for n in islice(self._found.numbers, first, None))
        inner: TemplateLine | None = None
        for each in following:
            inner = inner or each
            if each.file == self._file and not each.is_defined:
                return Writers(each.line, None if inner is each else inner)
        return None


class MarkedChart:
    """A chart that can be rendered marked. folder: where it lies. values: files for `--values`."""

    def __init__(self, folder: str, values: tuple[str, ...]) -> None:
        self.folder = folder
        self.values = values
        self.tree = ChartFolder(folder)
        self.documents: list[tuple[str, bytes]] = []
        self._marked: list[MarkedDocument | None] | None = None

    def path_of(self, source: str) -> str | None:
        """See ChartFolder.path_of."""
        return self.tree.path_of(source)

    def add(self, source: str, data: bytes) -> "ChartDocument":
        """Note the next document of the plain rendering."""
        self.documents.append((source, data))
        return ChartDocument(self, len(self.documents) - 1)

    def document(self, number: int) -> MarkedDocument | None:
        """The marked rendering of a document; None when there is none that can be trusted."""
        if self._marked is None:
            with_defines = self._rendered(defines=True)
            self._marked = with_defines
            if any(each is None or each.missing for each in with_defines):
                self._marked = list(map(_better, with_defines, self._rendered(defines=False)))
        return self._marked[number]

    def _rendered(self, *, defines: bool) -> list[MarkedDocument | None]:
        """The documents in the order of the plain rendering."""
        table: list[TemplateLine] = []
        waiting: dict[str, list[str]] = {}
        for data, _ in split(self._render(table, defines=defines)):
            source = source_file(data)
            if source is not None:
                waiting.setdefault(source, []).append(data.decode("utf-8", "replace"))
        wanted = Counter(source for source, _ in self.documents)
        odd = {source for source in wanted if len(waiting.get(source, ())) != wanted[source]}
        found: list[MarkedDocument | None] = []
        for source, plain in self.documents:
            file = self.path_of(source)
            if source in odd or file is None:
                found.append(None)
                continue
            texts, text = waiting[source], plain.decode("utf-8", "replace")
            same = (n for n, each in enumerate(texts) if unmarked(each).text == text)
            found.append(MarkedDocument(text, texts.pop(next(same, 0)), table, file))
        return found

    def _render(self, table: list[TemplateLine], *, defines: bool) -> bytes:
        """What helm makes of a marked copy; nothing when it makes nothing of it."""
        from tempfile import TemporaryDirectory  # only findings pay

        def change(inner: str, data: bytes) -> bytes:
            if not is_template(inner):
                return data
            try:
                return marked(inner, data.decode("utf-8-sig"), table, defines=defines).encode()
            except UnicodeDecodeError:
                return data

        try:
            with TemporaryDirectory() as room:
                if copy_chart(self.folder, room, change):
                    return run_helm(room, self.values, "--debug", whatever=True)
        except (OSError, ChartError):
            pass  # the places of the plain rendering remain
        return b""


class ChartDocument(NamedTuple):
    """A document of a chart, by its number in the plain rendering."""

    chart: MarkedChart
    number: int

    @property
    def source(self) -> str:
        """Its template as helm names it."""
        return self.chart.documents[self.number][0]

    @property
    def data(self) -> bytes:
        """What helm wrote."""
        return self.chart.documents[self.number][1]

    @property
    def file(self) -> str | None:
        """Its template in the chart; None when it is packed."""
        return self.chart.path_of(self.source)

    def writers(self, line: int, column: int) -> Writers | None:
        """See MarkedDocument.writers; renders the chart once more at the first call."""
        found = self.chart.document(self.number)
        return None if found is None else found.writers(line, column)


def _better(one: MarkedDocument | None, other: MarkedDocument | None) -> MarkedDocument | None:
    """The rendering that misses fewer lines; the first of two equals, as it tells of `define`s."""
    if one is None or other is None:
        return one or other
    return other if other.missing < one.missing else one


def _rows(text: str) -> list[str]:
    return _BREAK.split(text)


def _starts(text: str) -> list[int]:
    """Index of the first character of each line."""
    return [0, *(found.end() for found in _BREAK.finditer(text))]


def _aligned(plain: list[str], other: list[str]) -> list[int | None]:
    """For each line the one of the other text that stands for it, None where none does."""
    if plain == other or max(len(plain), len(other)) > _MOST_ROWS:
        return [n if n < len(other) and other[n] == row else None for n, row in enumerate(plain)]
    from difflib import SequenceMatcher  # few charts need it

    found: list[int | None] = [None] * len(plain)
    for word, first, last, start, end in SequenceMatcher(None, plain, other, False).get_opcodes():
        # as many lines as before: the same ones, with a new password or date
        if word == "equal" or (word == "replace" and last - first == end - start):
            found[first:last] = range(start, end)
    return found
