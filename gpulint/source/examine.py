"""What can be said of a file before its documents are composed: cheap, and free of shared state.

It runs in child processes as well, so its result holds plain values only.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gpulint.core.fault import InputFault
from gpulint.core.location import Span
from gpulint.source.orderly import is_orderly
from gpulint.source.screen import Piece, normal, screen

if TYPE_CHECKING:
    from gpulint.source.comments import Comment
    from gpulint.source.text import Relocation


class Examined(NamedTuple):
    """A file after the screen.

    pieces: to be composed. documents: how many it holds in all. template_line: see templates,
    template_text: that line. has_pods: a template whose pods may ask for more than it says. is_marked:
    it holds template text, be it in quotes.
    """

    name: str
    pieces: tuple[Piece, ...] = ()
    faults: tuple[InputFault, ...] = ()
    comments: "tuple[Comment, ...]" = ()
    documents: int = 0
    template_line: int | None = None
    template_text: str = ""
    has_pods: bool = False
    is_marked: bool = False

    def plain(self) -> tuple[object, ...]:
        """The same as plain tuples, for another process; `from_plain` reads it."""
        return (
            self.name,
            tuple(tuple(piece) for piece in self.pieces),
            tuple((f.kind, tuple(f.span), dict(f.facts), f.excerpt) for f in self.faults),
            tuple(tuple(comment) for comment in self.comments),
            *self[4:],
        )

    @classmethod
    def from_plain(cls, plain: Any) -> "Examined":
        """What `plain` wrote."""
        from gpulint.source.comments import Comment  # only from children

        name, pieces, faults, comments, *rest = plain
        return cls(
            name,
            tuple(Piece(*piece) for piece in pieces),
            tuple(
                InputFault(kind, name, Span(*span), facts, excerpt)
                for kind, span, facts, excerpt in faults
            ),
            tuple(Comment(*comment) for comment in comments),
            *rest,
        )


def examine(
    name: str,
    data: bytes,
    tokens: Sequence[bytes],
    *,
    everything: bool = False,
    relocation: "Relocation | None" = None,
) -> Examined:
    """Screen the bytes of a file: which pieces to compose, and what is wrong with the others.

    everything: compose every piece, see screen. relocation: moves the places of faults.
    """
    try:
        text = normal(data)
    except UnicodeDecodeError:
        return Examined(name, faults=(_encoding_fault(name, data, 0, "the UTF-16 text is broken"),))
    unreadable = _not_text(name, text)
    if unreadable is not None:
        return Examined(name, faults=(unreadable,))
    wanted, other = screen(text, tokens, everything=everything)
    faults = tuple(_check(name, other, relocation))
    comments = _comments(name, text)
    whole = Examined(name, tuple(wanted), faults, comments, len(wanted) + len(other))
    # Only a file that is parsed can turn out to be a template.
    return _with_template_line(whole, text) if wanted or faults else whole


def _comments(name: str, text: bytes) -> "tuple[Comment, ...]":
    if b"gpulint:" not in text:
        return ()
    from gpulint.source.comments import find_comments  # few files have any

    return tuple(find_comments(name, text))


def _with_template_line(examined: Examined, text: bytes) -> Examined:
    if b"{{" not in text and b"{%" not in text:
        return examined
    from gpulint.source.templates import template_line  # few texts need them
    from gpulint.source.text import Text

    examined = examined._replace(has_pods=b"containers" in text, is_marked=True)
    line = template_line(text)
    if line is None:
        return examined
    shown = Text(examined.name, text).line_text(line)
    return examined._replace(template_line=line, template_text=shown)


def _check(
    name: str, pieces: Sequence[Piece], relocation: "Relocation | None"
) -> Iterator[InputFault]:
    """The syntax faults of pieces that are not composed; only Kubernetes objects are looked at."""
    for piece in pieces:
        # A parser that is loaded already is the faster of the two.
        if b"apiVersion" in piece.data and ("yaml" in sys.modules or not is_orderly(piece.data)):
            from gpulint.source.parse import check  # parsers load late
            from gpulint.source.text import Text

            fault = check(Text(name, piece.data, piece.line, relocation))
            if fault is not None:
                yield fault


def _not_text(name: str, data: bytes) -> InputFault | None:
    """The fault of a file that is no text at all."""
    nul = data.find(b"\0")
    if nul < 0 and data.isascii():
        return None
    try:
        data.decode()
    except UnicodeDecodeError as error:
        if nul >= 0:
            return _encoding_fault(name, data, 0, "a binary file, no text")
        byte = data[error.start]
        return _encoding_fault(
            name, data, error.start, f"the byte 0x{byte:02X} is not UTF-8; save the file as UTF-8"
        )
    if nul < 0:
        return None
    return _encoding_fault(name, data, nul, "a NUL byte; the file is damaged or no text")


def _encoding_fault(name: str, data: bytes, position: int, detail: str) -> InputFault:
    """A fault at a byte; its column counts what can be read before it on the line."""
    before = re.split(rb"\r\n|\n|\r", data[:position])
    column = len(before[-1].decode("utf-8", "replace")) + 1
    span = Span(len(before), column, len(before), column + 1)
    return InputFault("encoding", name, span, {"detail": detail})
