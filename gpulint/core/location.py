"""Where something stands: spans in a text, origins behind a rendering, places inside a document."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, Protocol

from gpulint.core.pointer import Pointer

Part = Literal["key", "value"]
_MOST_EMPTY = 1000  # lines in a row; behind the last line of a file all are empty


class Span(NamedTuple):
    """Start and end in a text. Lines and columns count from 1, columns in code points.

    The end is exclusive: `end_column` is the column after the last character.
    """

    line: int
    column: int
    end_line: int
    end_column: int


class Origin(NamedTuple):
    """Where rendered text came from.

    file: the template file as the rendering names it. line: its line, None where not known.
    chart: folder of the chart, None when only a `# Source:` comment tells of the template. exact:
    whether a finding in a chart stands at the very line of the template, False when that is the
    nearest one that can be told; None where that is no question.
    """

    file: str
    line: int | None = None
    chart: str | None = None
    exact: bool | None = None


class Located(NamedTuple):
    """The answer to "where is this pointer": the span of its use and, behind an alias, the anchor's."""

    span: Span
    anchor: Span | None = None


class Locatable(Protocol):
    """What a place can lie in: a document, or an input that could not become one."""

    @property
    def file(self) -> str:
        """Name of the source, as given, with `/`."""

    @property
    def origin(self) -> Origin | None:
        """The template behind a rendered document."""

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """Find the key or value at `pointer`; a missing one gives the nearest parent that exists."""

    def line_text(self, line: int) -> str:
        """The text of a line (counted from 1) without its line break; empty where there is none."""


class Place(NamedTuple):
    """A spot before its line is known: a document, a pointer, and whether the key or the value is meant.

    `resource` is the pointer of the Kubernetes object around it inside the document (lists hold several).
    `within` is one word of a text, and how many like it come before; it counts in texts of several lines.
    """

    document: Locatable
    pointer: Pointer
    part: Part = "value"
    resource: Pointer = Pointer()
    within: tuple[str, int] | None = None

    def child(self, *parts: str | int) -> "Place":
        """The place further down, in the same resource."""
        return self._replace(pointer=self.pointer.child(*parts))

    def narrowed(self, whole: Span) -> Span:
        """The span of the word `within` the span of its text; `whole` where it is not found."""
        if self.within is None:
            return whole
        word, before = self.within
        for line, start in _lines(self.document, whole):
            text = self.document.line_text(line)
            column = text.find(word, start)
            while column >= 0:
                if not before:
                    return Span(line, column + 1, line, column + 1 + len(word))
                before -= 1
                column = text.find(word, column + len(word))
        return whole


def _lines(document: Locatable, whole: Span) -> Iterator[tuple[int, int]]:
    """Lines of a text of several lines, each with the index at which it begins to count."""
    if whole.line != whole.end_line:
        yield whole.line, whole.column - 1
        yield from ((line, 0) for line in range(whole.line + 1, whole.end_line + 1))
        return
    header = document.line_text(whole.line)[whole.column - 1 : whole.end_column - 1]
    if header[:1] not in ("|", ">"):
        return
    # a block scalar, of which the span is the header alone: it ends with its indentation
    indent, empty, line = 0, 0, whole.line
    while empty < _MOST_EMPTY:
        line += 1
        text = document.line_text(line)
        if not text.strip():
            empty += 1
            continue
        empty, own = 0, len(text) - len(text.lstrip(" "))
        indent = indent or own
        if own < indent:
            return
        yield line, 0
