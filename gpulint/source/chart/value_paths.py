"""Which values of a chart a line of a template may write: the paths below `.Values` that it names.

A path is a tuple of keys; ANY stands for one key or index that is not known. Nothing is evaluated,
so a path may be named that plays no part; what does is found by rendering.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.source.chart.template_text import Action, TemplateText

ANY = None
Path = tuple[str | None, ...]

_DEEPEST = 8  # of variables and blocks that lead to one another
_STRING = r'"(?:[^"\\]|\\.)*"|`[^`]*`'
_TOKEN = re.compile(
    rf"""
    index \s+ (?P<start>[\w.$]{{0,99}}\.Values(?:\.[\w.]+)?) (?P<keys>(?:\s+(?:{_STRING}))+)
    | (?P<values>[\w.$]{{0,99}}\.Values\b (?:\.\w+)*)
    | (?P<variable>\$\w+) (?P<rest>(?:\.\w+)*)
    | (?:include|template) \s+ "(?P<name>[^"]+)"
    | (?P<text>{_STRING})
    | (?<![\w.$)]) (?P<dot>\.(?:\w+(?:\.\w+)*)?)
    """,
    re.VERBOSE,
)
_ASSIGNED = re.compile(
    r"(?:range\s+|with\s+|(?:else\s+)?if\s+)?(\$\w+)\s*(?:,\s*(\$\w+)\s*)?:?=\s*(.*)", re.DOTALL
)


class _Place(NamedTuple):
    """An index in a template, where dots and variables have a meaning."""

    template: TemplateText
    before: int


class ValuePaths:
    """Finds paths with the named templates of a chart. defined: template and body, by name."""

    def __init__(self, defined: Mapping[str, tuple[TemplateText, int, int]]) -> None:
        self._defined = defined

    def on_line(self, template: TemplateText, line: int) -> list[Path]:
        """The paths that the actions on a line may write, in the order of the text, each once."""
        found: dict[Path, None] = {}
        for action in template.actions_on(line):
            if action.word not in ("define", "end", "block"):
                found.update(dict.fromkeys(self._in_action(template, action, _DEEPEST)))
        return list(found)

    def without_definitions(self) -> "ValuePaths":
        """One that passes over named templates, where it is known which of their lines wrote."""
        return ValuePaths({})

    def in_text(self, text: str) -> list[Path]:
        """The paths that a value names which is itself a template, for `tpl`."""
        template = TemplateText(text)
        return [path for a in template.actions for path in self._in_action(template, a, _DEEPEST)]

    def _in_action(self, template: TemplateText, action: Action, depth: int) -> Iterator[Path]:
        yield from self._in_words(action.body, _Place(template, action.start), depth)

    def _in_words(self, words: str, at: _Place, depth: int) -> Iterator[Path]:
        if depth <= 0:
            return
        for found in _TOKEN.finditer(words):
            if found["start"]:
                keys = (key[1:-1] for key in re.findall(_STRING, found["keys"]))
                yield (*_fields(found["start"]), *keys)
            elif found["values"]:
                yield _fields(found["values"])
            elif found["variable"]:
                tail = tuple(found["rest"].split(".")[1:])
                yield from (
                    (*path, *tail) for path in self._of_variable(found["variable"], at, depth - 1)
                )
            elif found["name"]:
                yield from self._of_definition(found["name"], depth - 1)
            elif found["dot"]:
                tail = tuple(filter(None, found["dot"].split(".")))
                yield from ((*path, *tail) for path in self._of_dot(at, depth - 1))

    def _of_definition(self, name: str, depth: int) -> Iterator[Path]:
        """All paths inside a named template: which of its lines wrote, rendering tells."""
        template, start, end = self._defined.get(name, (TemplateText(""), 0, 0))
        for action in template.actions:
            if start <= action.start < end:
                yield from self._in_action(template, action, depth)

    def _of_dot(self, at: _Place, depth: int) -> Iterator[Path]:
        """What `.` is: the value of the innermost `with`, or an item of the innermost `range`."""
        for block in reversed(at.template.blocks_at(at.before)):
            if block.word in ("with", "range"):
                words = _expression(block.body)
                item: Path = (ANY,) if block.word == "range" else ()
                inside = self._in_words(words, _Place(at.template, block.start), depth)
                yield from ((*path, *item) for path in inside)
                return
            if block.word == "define":
                return  # whatever was handed in stands in the action that includes it

    def _of_variable(self, name: str, at: _Place, depth: int) -> Iterator[Path]:
        """What a variable was last given above a place."""
        for action in reversed(at.template.actions):
            if action.start >= at.before:
                continue
            found = _ASSIGNED.match(action.body)
            if found is None or name not in (found[1], found[2]):
                continue
            item: Path = (ANY,) if action.word == "range" else ()
            inside = self._in_words(found[3], _Place(at.template, action.start), depth)
            yield from ((*path, *item) for path in inside)
            return


def definitions(templates: Sequence[TemplateText]) -> dict[str, tuple[TemplateText, int, int]]:
    """The named templates of a chart, by name; the last one of a name counts."""
    return {
        name: (template, start, end)
        for template in templates
        for name, start, end in template.definitions()
    }


def fits(path: Path, leaf: tuple[str | int, ...]) -> bool:
    """Whether a leaf of the values lies at a path or below it."""
    return len(leaf) >= len(path) and all(
        step is ANY or step == key for step, key in zip(path, leaf, strict=False)
    )


def _fields(words: str) -> tuple[str, ...]:
    """`$.Values.a.b` as keys; whatever leads to the values, as in `.root.Values`."""
    return tuple(words.partition(".Values")[2].split(".")[1:])


def _expression(body: str) -> str:
    """What a `with` or `range` goes over, without the variables that it gives."""
    assigned = _ASSIGNED.match(body)
    return assigned[3] if assigned else body.partition(" ")[2]
