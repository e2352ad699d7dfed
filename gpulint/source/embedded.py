"""Strings that hold a document of their own: ConfigMap entries, inline kustomize patches."""

import re

from gpulint.core.location import Span
from gpulint.source.text import Text

_HEADER = re.compile(r"\|[-+]?([1-9]?)")


def embedded_text(outer: Text, value: str, whole: tuple[int, int], *, literal: bool) -> Text:
    """The string `value` that stands at the characters `whole` of a text.

    literal: it is a `|` block scalar, so that its lines are lines of the file. Any other string is
    folded or escaped, and all its places are the whole scalar.
    """
    start, end = whole
    if not literal:
        relocation: _Whole | _Lines = _Whole(outer, outer.local_span(start, end))
        return Text(outer.name, value.encode("utf-8", "replace"), 1, relocation)
    first = outer.local_span(start, start).line + 1
    return Text(
        outer.name, value.encode("utf-8", "replace"), 1, _Lines(outer, first, _indent(outer, start))
    )


def _indent(outer: Text, header: int) -> int:
    """Columns that every line of a literal scalar is shifted by."""
    text, line = outer.text, outer.line_end(header)
    for found in re.finditer(r"(?:\r\n|\n|\r)( *)", text[line:]):
        if text[line + found.end() : line + found.end() + 1] not in ("\r", "\n", ""):
            return len(found[1])
    return 0


class _Whole:
    """Every place of a folded or quoted string is the whole of it."""

    __slots__ = ("_outer", "_span")

    def __init__(self, outer: Text, span: Span) -> None:
        self._outer = outer
        self._span = span

    def span(self, span: Span) -> Span:
        return self._outer.shown(self._span)

    def line_text(self, line: int) -> str:
        return self._outer.line_text(line)


class _Lines:
    """A literal string: its first line is a line of the file, its columns are indented."""

    __slots__ = ("_first", "_indent", "_outer")

    def __init__(self, outer: Text, first: int, indent: int) -> None:
        self._outer = outer
        self._first = first
        self._indent = indent

    def span(self, span: Span) -> Span:
        return self._outer.shown(
            Span(
                span.line + self._first - 1,
                span.column + self._indent,
                span.end_line + self._first - 1,
                span.end_column + self._indent,
            )
        )

    def line_text(self, line: int) -> str:
        return self._outer.line_text(line)
