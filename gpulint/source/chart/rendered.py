"""From lines of a rendered document back to lines of its template."""

import os
import re
from typing import NamedTuple

from gpulint.core.location import Located, Origin, Part, Place, Span
from gpulint.core.pointer import Pointer
from gpulint.source.chart.marked_chart import ChartDocument
from gpulint.source.chart.template_places import written_at
from gpulint.source.chart.template_text import TemplateText
from gpulint.source.chart.tree import subchart_names
from gpulint.source.files import read_file
from gpulint.source.limits import MAX_BYTES

_CHART = "Chart.yaml"
_BREAK = re.compile("\r\n|\n|\r")


class Telling(NamedTuple):
    """How a shown span was found.

    shown: that span. rendered: the one in the rendered document. is_exact: whether the template's
    line is the very one. nearest: the line that stands for it by its text alone. inner_file, inner:
    where a `define` or another template holds what the line includes, by its path in the chart;
    empty and None when the line holds it itself.
    """

    shown: Span
    rendered: Span
    is_exact: bool
    nearest: int
    inner_file: str = ""
    inner: Span | None = None


class RenderedText(NamedTuple):
    """What helm wrote, in its own lines; a Locatable in which any place is the one span."""

    rows: list[str]
    span: Span
    file: str = ""
    origin: Origin | None = None

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """The one span that there is."""
        return Located(self.span)

    def line_text(self, line: int) -> str:
        """A line, counted from 1; empty where there is none."""
        return self.rows[line - 1] if 0 < line <= len(self.rows) else ""


class TemplateLines:
    """Relocates spans of one rendered document into its template.

    A span is where the marked rendering says that it was written. Where that says nothing, a line
    whose text stands in the template exactly once is that line, and any other is shown at the
    nearest line above it in the same document of which that is true, or at the first line. What a
    packed chart wrote is shown where Chart.yaml asks for that chart.
    """

    __slots__ = ("_document", "_file", "_rendered", "_rows", "_template", "_told", "folder")

    def __init__(self, document: ChartDocument, folder: str) -> None:
        """folder: of the chart, as it is shown."""
        self._document = document
        self.folder = folder
        self._file = document.file
        self._rendered = _BREAK.split(document.data.decode("utf-8", "replace"))
        self._template: TemplateText | None = None
        self._rows: dict[str, int] = {}
        self._told: dict[Span, Telling] = {}

    @property
    def document(self) -> ChartDocument:
        """The rendered document and its chart."""
        return self._document

    @property
    def template(self) -> TemplateText:
        """The template; read at the first use, as most documents are in order."""
        if self._template is None:
            self._template = self._read(self._file or _CHART)
            doubled: set[str] = set()
            for line in range(1, self._template.lines + 1) if self._file else ():
                text = self._template.line(line).strip()
                if text in self._rows:
                    doubled.add(text)
                self._rows[text] = line
            for text in doubled | {""}:
                self._rows.pop(text, None)
        return self._template

    def nearest(self, line: int) -> int | None:
        """The line whose text alone stands for a rendered line, None when none can be told."""
        if not self.template.text:
            return None
        for above in range(min(line, len(self._rendered)), 0, -1):
            text = self._rendered[above - 1].strip()
            found = self._rows.get(text)
            # A comment stands for itself, never for the value below it.
            if found is not None and (above == line or text[0] != "#"):
                return found
        return None

    def line(self, line: int) -> int | None:
        """The line of the template that stands for a rendered line, None when none can be told."""
        text = self._rendered[line - 1] if 0 < line <= len(self._rendered) else ""
        if self.template.text and text.strip() in self._rows:  # spares most charts with comments
            return self._rows[text.strip()]
        found = self._exact(Span(line, _indent(text) + 1, line, len(text) + 1))
        return found[0].line if found else self.nearest(line)

    def span(self, span: Span) -> Span:
        """The span in the template: exact when its line is, else the line that stands for it."""
        if self._file is None:
            return self._of_packed(span)
        found = self._exact(span)
        nearest = self.nearest(span.line) or 1
        if found is not None:
            shown, file, inner = found
            self._told[shown] = Telling(shown, span, True, nearest, file, inner)
            return shown
        shown = self._approximate(span, nearest)
        self._told[shown] = Telling(shown, span, False, nearest)
        return shown

    def told(self, shown: Span) -> Telling | None:
        """How a span was found that was just given; None for one that never was.

        Many rendered spans may be shown as one, so ask at once.
        """
        return self._told.get(shown)

    def narrowed(self, at: Place, whole: Span) -> Span:
        """The span in the template of the word within a place's text, see Place.narrowed.

        whole: that of the text, as it was just given. A template may write the text in other lines.
        """
        told = self._told.get(whole)
        if at.within is None or told is None:
            return whole
        text = RenderedText(self._rendered, told.rendered)
        return self.span(at._replace(document=text).narrowed(told.rendered))

    def line_text(self, line: int) -> str:
        """A line of the template."""
        return self.template.line(line)

    def _exact(self, span: Span) -> tuple[Span, str, Span | None] | None:
        """What wrote a rendered span: in the template, and the file and span that it includes."""
        writers = self._document.writers(span.line, span.column) if self._file else None
        if writers is None:
            return None
        output = self._rendered[span.line - 1]
        end = span.end_column - 1 if span.end_line == span.line else len(output)
        token = (output, span.column - 1, end)
        shown = written_at(self.template, writers.line, *token)
        if shown is None:
            return None
        if writers.inner is None:
            return shown, "", None
        inner = written_at(self._read(writers.inner.file), writers.inner.line, *token)
        return shown, writers.inner.file, inner

    def _of_packed(self, span: Span) -> Span:
        """Where the chart asks for the packed one that wrote a span."""
        names = subchart_names(self._document.source)
        tree = self._document.chart.tree
        shown = (tree.dependency(names[0]) if names else None) or Span(1, 1, 1, 1)
        self._told[shown] = Telling(shown, span, False, shown.line)
        return shown

    def _approximate(self, span: Span, line: int) -> Span:
        text = self.line_text(line)
        rendered = self._rendered[span.line - 1] if span.line <= len(self._rendered) else ""
        if text.strip() and text.strip() == rendered.strip():
            shift = _indent(text) - _indent(rendered)
            end = span.end_column + shift if span.end_line == span.line else len(text) + 1
            return Span(line, span.column + shift, line, end)
        return Span(line, _indent(text) + 1, line, len(text) + 1)

    def _read(self, file: str | None) -> TemplateText:
        """A template of the chart by its path in it."""
        try:
            path = os.path.join(self._document.chart.folder, file or "")
            data = read_file(path, MAX_BYTES) if file else None
        except OSError:
            data = None
        return TemplateText((data or b"").decode("utf-8-sig", "replace"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
