"""Places inside a text that an object holds: queries, paths of patches, lists in lines."""

from gpulint.core.location import Locatable, Located, Origin, Part, Place
from gpulint.core.pointer import ROOT, Pointer
from gpulint.source.document import Document
from gpulint.source.text import Text


class Excerpt:
    """Some characters of a text inside a document: what a problem in one line lies in."""

    __slots__ = ("_end", "_start", "_text", "file", "origin")

    def __init__(self, inner: Text, outer: Locatable, start: int, end: int) -> None:
        self._text = inner
        self._start = start
        self._end = end
        self.file = outer.file
        self.origin: Origin | None = outer.origin

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """The one span that there is."""
        return Located(self._text.span(self._start, self._end))

    def line_text(self, line: int) -> str:
        """The text of a line as the file has it."""
        return self._text.line_text(line)


def place_within(place: Place, start: int, end: int) -> Place:
    """The place of some characters of the text at a place; the whole text where it is folded."""
    document = place.document
    inner = document.inner_text(place.pointer) if isinstance(document, Document) else None
    if inner is None:
        return place
    return Place(Excerpt(inner, document, start, end), ROOT, "value", place.resource)
