"""A line of source with carets under the part that matters."""

from gpulint.core.location import Span
from gpulint.reporters.plain import shown

_TAB = "    "
_LEAD = 20


def excerpt_lines(text: str, span: Span, width: int) -> tuple[str, str] | None:
    """The line and its carets, cut to `width` characters around the span; None for an empty line.

    text: the first line of the span. Wide characters, combining ones and tabs are measured as a
    terminal shows them, so that the carets stand below their characters.
    """
    if not text.strip():
        return None
    start = min(span.column - 1, len(text))
    end = span.end_column - 1 if span.end_line == span.line else len(text.rstrip())
    end = max(min(end, len(text)), start + 1)
    # one line of minified JSON can be megabytes
    first = max(0, start - _LEAD) if len(text) > width else 0
    last = min(len(text), first + width)
    pieces = [_piece(character) for character in text[first:last]]
    before = "… " if first else ""
    after = " …" if last < len(text) else ""
    line = before + "".join(piece for piece, _ in pieces) + after
    left = len(before) + sum(cells for _, cells in pieces[: start - first])
    under = sum(cells for _, cells in pieces[start - first : end - first])
    return line.rstrip(), " " * left + "^" * max(1, under)


def _piece(character: str) -> tuple[str, int]:
    """How a character is shown, and how many columns it takes."""
    if " " <= character <= "~":
        return character, 1
    if character == "\t":
        return _TAB, len(_TAB)
    piece = shown(character)
    if piece != character:
        return piece, len(piece)
    return piece, _columns(character)


def _columns(character: str) -> int:
    """0 for combining and joining marks, 2 for wide characters, else 1."""
    import unicodedata  # only beyond ASCII

    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
