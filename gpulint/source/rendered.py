"""From lines of a rendered document back to lines of its template."""

import re

from gpulint.core.location import Span
from gpulint.source.files import read_file
from gpulint.source.limits import MAX_BYTES

# The comment that helm writes above each document.
_SOURCE = re.compile(rb"(?:---[ \t]*\r?\n)?# Source: ([^\r\n]+)")
_BREAK = re.compile("\r\n|\n|\r")


def source_file(data: bytes) -> str | None:
    """The template that a `# Source:` comment at the head of a document names, `chart/templates/…`."""
    found = _SOURCE.match(data.lstrip())
    return found[1].decode("utf-8", "replace").strip() if found else None


class TemplateLines:
    """Relocates spans of one rendered document into its template.

    A line whose text stands in the template exactly once is that line. Any other is shown at the
    nearest line above it in the same document of which that is true, and at the first line of the
    template when there is none.
    """

    __slots__ = ("_path", "_rendered", "_rows", "_template")

    def __init__(self, path: str | None, rendered: bytes) -> None:
        """path: the template's file, None when there is none to open. rendered: the document."""
        self._path = path
        self._rendered = _BREAK.split(rendered.decode("utf-8", "replace"))
        self._template: list[str] | None = None
        self._rows: dict[str, int] = {}

    @property
    def template(self) -> list[str]:
        """The lines of the template; read at the first use, as most documents are in order."""
        if self._template is None:
            self._template = _read_lines(self._path)
            doubled: set[str] = set()
            for row, line in enumerate(self._template):
                text = line.strip()
                if text in self._rows:
                    doubled.add(text)
                self._rows[text] = row
            for text in doubled | {""}:
                self._rows.pop(text, None)
        return self._template

    def line(self, line: int) -> int | None:
        """The line of the template that stands for a rendered line, None when none can be told."""
        if not self.template:
            return None
        for above in range(min(line, len(self._rendered)), 0, -1):
            text = self._rendered[above - 1].strip()
            row = self._rows.get(text)
            # A comment stands for itself, never for the value below it.
            if row is not None and (above == line or text[0] != "#"):
                return row + 1
        return None

    def span(self, span: Span) -> Span:
        """The span in the template: exact when its line is, else the line that stands for it."""
        line = self.line(span.line) or 1
        text = self.line_text(line)
        rendered = self._rendered[span.line - 1] if span.line <= len(self._rendered) else ""
        if text.strip() and text.strip() == rendered.strip():
            shift = _indent(text) - _indent(rendered)
            end = span.end_column + shift if span.end_line == span.line else len(text) + 1
            return Span(line, span.column + shift, line, end)
        return Span(line, _indent(text) + 1, line, len(text) + 1)

    def line_text(self, line: int) -> str:
        """A line of the template."""
        return self.template[line - 1] if 0 < line <= len(self.template) else ""


def _read_lines(path: str | None) -> list[str]:
    try:
        data = read_file(path, MAX_BYTES) if path is not None else None
    except OSError:
        data = None
    return _BREAK.split((data or b"").decode("utf-8", "replace"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
