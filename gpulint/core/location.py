"""Where something stands: spans in a text, origins behind a rendering, places inside a document."""

from typing import Literal, NamedTuple, Protocol

from gpulint.core.pointer import Pointer

Part = Literal["key", "value"]


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
    """

    document: Locatable
    pointer: Pointer
    part: Part = "value"
    resource: Pointer = Pointer()

    def child(self, *parts: str | int) -> "Place":
        """The place further down, in the same resource."""
        return self._replace(pointer=self.pointer.child(*parts))
