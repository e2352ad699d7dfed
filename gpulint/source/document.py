"""A document: the value of a text and the places of all its parts."""

from collections.abc import Iterator
from typing import Protocol

from gpulint.core.fault import InputFault
from gpulint.core.location import Located, Origin, Part
from gpulint.core.pointer import Pointer
from gpulint.source.text import Relocation, Text


class Tree(Protocol):
    """Knows where the parts of a document stand; one kind for YAML, one for JSON."""

    text: Text

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """The span of the key or value at a pointer."""

    def inner_lines(self) -> list[range]:
        """Lines inside values of several lines, where `#` starts no comment."""

    def embedded(self, pointer: Pointer) -> Text | None:
        """The string at a pointer as a text of its own, None when there is no string."""


class Document:
    """One YAML or JSON document; a Locatable. Treat it as read-only.

    file: name of the source, with `/`. index: its number in the file, from 0. value: plain dict,
    list, str, int, float, bool or None; aliased parts are one object. mentions: its text may hold
    one of the run's tokens. fragment: a kustomize patch, no object. chart: the chart for which it
    holds values, where the user said so.
    """

    __slots__ = (
        "_inner", "_start", "_tree", "chart", "file", "fragment", "index", "mentions", "origin", "value",
    )  # fmt: skip

    def __init__(
        self,
        tree: Tree,
        value: object,
        *,
        index: int = 0,
        start: int = 0,
        mentions: bool = True,
        fragment: bool = False,
        origin: Origin | None = None,
    ) -> None:
        self._tree = tree
        self._inner: dict[Pointer, Document | InputFault | None] = {}
        self.file = tree.text.name
        self.value = value
        self.index = index
        self._start = start
        self.mentions = mentions
        self.fragment = fragment
        self.origin = origin
        self.chart = ""

    def __repr__(self) -> str:
        return f"<Document {self.file}:{self.first_line}>"

    @property
    def first_line(self) -> int:
        """The line on which it starts, counted from 1."""
        return self._tree.text.span(self._start, self._start).line

    @property
    def relocation(self) -> Relocation | None:
        """What moves its places to where people look for them; None when it is read as it lies."""
        return self._tree.text.relocation

    def locate(self, pointer: Pointer, part: Part) -> Located:
        """The key or value at `pointer`; a missing one gives the key of its nearest parent.

        Behind an alias or merge key `span` is where it is used and `anchor` where it is written.
        A pointer may go on below a string that holds a document of its own, as in a ConfigMap.
        """
        depth = _text_depth(self.value, pointer)
        if depth < len(pointer):
            inner = self.embedded(Pointer(pointer[:depth]))
            # Any word is a document of one word: only a collection has places below.
            if isinstance(inner, Document) and isinstance(inner.value, dict | list):
                return inner.locate(Pointer(pointer[depth:]), part)
        return self._tree.locate(pointer, part)

    def stands_alone(self, pointer: Pointer) -> bool:
        """Whether the text at `pointer` is a person's own and counts for this place alone.

        It is not when it is rendered, lies inside a string, or any part of the document is aliased.
        """
        text = self._tree.text
        is_own = text.relocation is None and self.origin is None
        is_inner = _text_depth(self.value, pointer) < len(pointer)
        return is_own and not is_inner and not _has_alias(text.text)

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its break; empty outside this document."""
        return self._tree.text.line_text(line)

    def inner_lines(self) -> list[range]:
        """Lines (from 1) inside values of several lines, where `#` starts no comment."""
        return self._tree.inner_lines()

    def inner_text(self, pointer: Pointer) -> Text | None:
        """The string at `pointer` as a text with places in this file; None when there is none."""
        return self._tree.embedded(pointer)

    def embedded(self, pointer: Pointer) -> "Document | InputFault | None":
        """The string at `pointer` read as a document of its own, its places in this file.

        Only the first document of the string is read. None when there is no string or it is empty.
        Inside a literal block scalar places are exact; elsewhere they are the whole scalar.
        """
        if pointer not in self._inner:
            text = self._tree.embedded(pointer)
            if text is None:
                return None
            self._inner[pointer] = _first_of(text, self)
        return self._inner[pointer]


def parse(
    text: Text,
    *,
    index: int = 0,
    mentions: bool = True,
    fragment: bool = False,
    origin: Origin | None = None,
) -> Iterator[Document | InputFault]:
    """The documents of a text and its faults, in the order of the text.

    index: number of the first document. The other arguments are handed on to every document.
    """
    from gpulint.source.parse import is_patch, parts  # parsers load late

    for part in parts(text):
        if isinstance(part, InputFault):
            yield part if origin is None else part._replace(origin=origin)
            continue
        yield Document(
            part.tree,
            part.value,
            index=index,
            start=part.start,
            mentions=mentions,
            fragment=fragment or is_patch(part.value, text.data),
            origin=origin,
        )
        index += 1


def _first_of(text: Text, around: Document) -> Document | InputFault | None:
    """The first document of a string inside another document; else its first fault, else None."""
    parts = list(parse(text, index=around.index, mentions=around.mentions, origin=around.origin))
    documents = (part for part in parts if isinstance(part, Document))
    return next(documents, None) or next(iter(parts), None)


def _has_alias(text: str) -> bool:
    """Whether a text seems to hold an anchor and an alias of one name."""
    if "&" not in text or "*" not in text:
        return False
    import re  # few texts have both

    anchors, aliases = (set(re.findall(rf"[{sign}]([^\s,\[\]{{}}]+)", text)) for sign in "&*")
    return not anchors.isdisjoint(aliases)


def _text_depth(value: object, pointer: Pointer) -> int:
    """Steps of a pointer that lead to a string with steps left; all of them where none does."""
    for depth, step in enumerate(pointer):
        if isinstance(value, str):
            return depth
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and -len(value) <= step < len(value):
            value = value[step]
        else:
            break
    return len(pointer)
