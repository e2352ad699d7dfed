"""The text of a Helm template as lines, actions and blocks; nothing is evaluated."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

_OPENING = re.compile(r"\{\{(-(?=\s))?")
# Inside an action only a string or comment can hide its end.
_INSIDE = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|`[^`]*`|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/|\}\}', re.DOTALL
)
_WORD = re.compile(r"[a-z]+\b")
_ASSIGNMENT = re.compile(r"\$\w*\s*(?:,\s*\$\w+\s*)?:?=")
_OPENERS = ("if", "with", "range", "define", "block")
_SILENT = frozenset((*_OPENERS, "else", "end", "break", "continue"))
_BREAK = re.compile("\r\n|\n|\r")


class Action(NamedTuple):
    """One `{{ … }}`. start, end: its characters, the end exclusive. body: what stands inside.

    word: the keyword that opens it, empty for an expression. is_trimming: it ends in `-}}`, which
    takes the blanks that follow.
    """

    start: int
    end: int
    body: str
    word: str
    is_trimming: bool

    @property
    def writes(self) -> bool:
        """Whether it may write text of its own."""
        is_comment = self.body.startswith("/*")
        return bool(self.body) and self.word not in _SILENT and not is_comment and not self.assigns

    @property
    def assigns(self) -> bool:
        """Whether it gives a variable its value."""
        return _ASSIGNMENT.match(self.body) is not None


class TemplateText:
    """A template: its lines count from 1, its characters from 0."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """All actions in the order of the text; one without an end is none."""
        return tuple(_actions(self.text))

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        """Start of each line, and its end without the break."""
        edges = [found.span() for found in _BREAK.finditer(self.text)]
        starts = [0, *(end for _, end in edges)]
        ends = [*(start for start, _ in edges), len(self.text)]
        return list(zip(starts, ends, strict=True))

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._spans)

    def line(self, number: int) -> str:
        """A line without its break; empty where there is none."""
        return self.text[slice(*self.edges(number))] if 0 < number <= self.lines else ""

    def edges(self, number: int) -> tuple[int, int]:
        """Index of the first character of a line, and of the one after its last."""
        return self._spans[number - 1]

    def line_of(self, index: int) -> int:
        """The line of a character."""
        return bisect_right(self._spans, (index, len(self.text) + 1))

    def actions_on(self, number: int) -> tuple[Action, ...]:
        """The actions of which some part stands on a line."""
        if not 0 < number <= self.lines:
            return ()
        start, end = self.edges(number)
        return self.actions[bisect_right(self._ends, start) : bisect_left(self._starts, end)]

    @cached_property
    def _starts(self) -> list[int]:
        return [each.start for each in self.actions]

    @cached_property
    def _ends(self) -> list[int]:
        return [each.end for each in self.actions]

    def has_output(self, number: int) -> bool:
        """Whether a line may write more than blanks: text of its own, or what an action gives."""
        start, end = self.edges(number)
        actions = self.actions_on(number)
        if any(each.writes for each in actions):
            return True
        edge, literal = start, ""
        for each in actions:
            literal += self.text[edge : max(edge, each.start)]
            edge = min(end, each.end)
        return bool((literal + self.text[edge:end]).strip())

    def blocks_at(self, index: int) -> list[Action]:
        """The blocks that are open at a character, outermost first."""
        opened: list[Action] = []
        for each in self.actions:
            if each.start >= index:
                break
            if each.word in _OPENERS:
                opened.append(each)
            elif each.word == "end" and opened:
                opened.pop()
        return opened

    @cached_property
    def defined_lines(self) -> frozenset[int]:
        """The lines that end inside a `define`, which others include."""
        return frozenset(
            line for name, start, end in self.definitions() for line in self._lines_in(start, end)
        )

    def definitions(self) -> Iterator[tuple[str, int, int]]:
        """Name of each `define` or `block` and the characters of its body."""
        opened: list[Action] = []
        for each in self.actions:
            if each.word in _OPENERS:
                opened.append(each)
            elif each.word == "end" and opened:
                begun = opened.pop()
                named = re.match(r"(?:define|block)\s+[\"`]([^\"`]+)", begun.body)
                if named is not None and begun.word == "define":
                    yield named[1], begun.end, each.start

    def _lines_in(self, start: int, end: int) -> range:
        """The lines whose last characters lie between two indexes."""
        return range(self.line_of(start), self.line_of(end))


def _actions(text: str) -> Iterator[Action]:
    position = 0
    while (opening := _OPENING.search(text, position)) is not None:
        inside = opening.end()
        while True:
            found = _INSIDE.search(text, inside)
            if found is None:
                return
            inside = found.end()
            if found[0] == "}}":
                break
        body = text[opening.end() : found.start()]
        is_trimming = body[-1:] == "-" and (body[-2:-1].isspace() or body[-3:-1] == "*/")
        body = body[: -1 if is_trimming else None].strip()
        word = _WORD.match(body)
        keyword = word[0] if word and word[0] in _SILENT else ""
        yield Action(opening.start(), found.end(), body, keyword, is_trimming)
        position = inside
