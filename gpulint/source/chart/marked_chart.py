"""Which line of which template wrote a character of a rendered chart, found by rendering it marked.

The chart is rendered a second time, from a copy whose template lines end in marks. What is then the
same as before, marks apart, is placed; the rest is not. A chart without findings is rendered once.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gpulint.source.chart.copy import copy_chart, is_template
from gpulint.source.chart.marked_document import MarkedDocument, Writers
from gpulint.source.chart.marked_template import TemplateLine, marked, unmarked
from gpulint.source.chart.program import ChartError, run_helm, source_file
from gpulint.source.chart.tree import ChartFolder
from gpulint.source.screen import is_blank, split

_KIND = re.compile(r"^kind:.*", re.MULTILINE)


class MarkedChart:
    """A chart that can be rendered marked. folder: where it lies. values: files for `--values`."""

    def __init__(self, folder: str, values: tuple[str, ...]) -> None:
        self.folder = folder
        self.values = values
        self.tree = ChartFolder(folder)
        self.documents: list[tuple[str, bytes]] = []
        self._marked: dict[bool, list[MarkedDocument | None]] = {}

    def path_of(self, source: str) -> str | None:
        """See ChartFolder.path_of."""
        return self.tree.path_of(source)

    def add(self, source: str, data: bytes) -> "ChartDocument":
        """Note the next document of the plain rendering."""
        self.documents.append((source, data))
        return ChartDocument(self, len(self.documents) - 1)

    def document(self, number: int) -> MarkedDocument | None:
        """The marked rendering of a document; None when there is none that can be trusted."""
        found = self._rendered(defines=True)[number]
        if found is None or found.missing:
            # what is included may be compared, cut or hashed, where a mark does harm
            return _better(found, self._rendered(defines=False)[number])
        return found

    def _rendered(self, *, defines: bool) -> list[MarkedDocument | None]:
        """The documents in the order of the plain rendering."""
        known = self._marked.get(defines)
        if known is None:
            table: list[TemplateLine] = []
            waiting: dict[str, list[str]] = {}
            for source, text in _sources(self._render(table, defines=defines)):
                waiting.setdefault(source, []).append(text)
            known = [None] * len(self.documents)
            for number, text in self._paired(waiting):
                source, data = self.documents[number]
                plain, file = data.decode("utf-8", "replace"), self.path_of(source) or ""
                known[number] = MarkedDocument(plain, text, table, file)
            self._marked[defines] = known
        return known

    def _paired(self, waiting: dict[str, list[str]]) -> Iterator[tuple[int, str]]:
        """Number and marked text of each document that has one; waiting: all texts, by template."""
        left: list[tuple[int, str]] = []
        for number, (source, data) in enumerate(self.documents):
            body, texts = _body(data.decode("utf-8", "replace")), waiting.get(source, [])
            same = [n for n, text in enumerate(texts) if _body(unmarked(text).text) == body]
            if same:
                yield number, texts.pop(same[0])
            else:
                left.append((number, body))
        for number, body in left:  # with passwords or dates, no two renderings are the same
            texts = waiting.get(self.documents[number][0], [])
            alike = [n for n, text in enumerate(texts) if _kind(unmarked(text).text) == _kind(body)]
            if alike:
                yield number, texts.pop(alike[0])

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


def _sources(output: bytes) -> Iterator[tuple[str, str]]:
    """Template and text of each document.

    When helm cannot read what it rendered, it prints each template as a whole, under one comment.
    """
    source: str | None = None
    for data, _ in split(output):
        source = source_file(data) or source
        if source is not None and not is_blank(data):
            yield source, data.decode("utf-8", "replace")


def _body(text: str) -> str:
    """A document without the lines at its head that helm writes."""
    lines = text.strip().splitlines()
    while lines and (not lines[0].strip() or lines[0].startswith(("---", "# Source:"))):
        del lines[0]
    return "\n".join(lines)


def _kind(text: str) -> str:
    found = _KIND.search(text)
    return found[0].rstrip() if found else ""
