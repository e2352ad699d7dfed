"""Which values caused a place in a rendered chart, found by changing them and rendering again.

A value is a cause when the place differs once the value does. Several are changed in one rendering
only where it can be told whose doing a difference is: no two of them concern the same place, and
the new text there holds the new value. In all other cases a value is changed alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.core.location import Part
from gpulint.core.pointer import Pointer
from gpulint.source.chart.changed import ChangedChart, Rendering
from gpulint.source.chart.marked_chart import ChartDocument
from gpulint.source.chart.merged_values import GLOBAL, Keys, MergedValues, dig, is_missing
from gpulint.source.chart.tree import subchart_names
from gpulint.source.chart.value_paths import Path, fits

MOST_CANDIDATES = 16  # of one place
_MOST_AT_ONCE = 12
_NUMBER = re.compile(r"[0-9]+")


class Question(NamedTuple):
    """What are the causes of a value of a rendered document?

    value: the whole document. pointer: leads to the value, or on from where the document ends.
    part: whether the key or the value is asked about. paths: of the values that may be causes, as
    the template names them.
    """

    document: ChartDocument
    value: object
    pointer: Pointer
    part: Part
    paths: Sequence[Path]

    @property
    def place(self) -> Pointer:
        """The pointer as far as it leads to something."""
        for depth in range(len(self.pointer), 0, -1):
            if not is_missing(dig(self.value, self.pointer[:depth])):
                return Pointer(self.pointer[:depth])
        return Pointer()

    @property
    def plain(self) -> object:
        """The value that the causes are asked for."""
        return dig(self.value, self.place)


def causes(
    questions: Sequence[Question], values: MergedValues, chart: ChangedChart
) -> list[list[Keys]]:
    """For each question the leaves that change its value, in the order of the values.

    Where some take the value away and others give another one, those count that concern the part
    which is asked about. Asks for as many renderings as the chart allows; what is left over counts
    as no cause.
    """
    leaves = dict(values.leaves(()))
    asked: dict[Keys, list[int]] = {}
    for number, question in enumerate(questions):
        for keys in _candidates(question, leaves):
            asked.setdefault(keys, []).append(number)
    changed = {keys: _other(leaves[keys]) for keys in asked}
    found: list[dict[Keys, bool]] = [{} for _ in questions]
    for batch in _batches(asked, leaves):
        together = chart.rendered({keys: changed[keys] for keys in batch})
        for keys in batch:
            for number in asked[keys]:
                question, rendering = questions[number], together
                told = _told(question, rendering, changed[keys]) if batch[1:] else None
                if told is None:
                    rendering = chart.rendered({keys: changed[keys]})
                    told = rendering is not None and differs(question, rendering)
                if told and rendering is not None:
                    found[number][keys] = is_missing(_now(question, rendering))
    chosen = [_of_part(each, question) for each, question in zip(found, questions, strict=True)]
    return [[keys for keys in leaves if keys in each] for each in chosen]


def _of_part(found: Mapping[Keys, bool], question: Question) -> set[Keys]:
    """Of the causes those of the key, which take it away, or those of its value."""
    fitting = {keys for keys, is_gone in found.items() if is_gone == (question.part == "key")}
    return fitting or set(found)


def leaves_below(question: Question, leaves: Mapping[Keys, object]) -> list[Keys]:
    """The leaves of the outermost values that lie below the paths of a question."""
    names = subchart_names(question.document.source)
    paths = {(*names, *path) for path in question.paths}
    paths |= {path for path in question.paths if path[:1] == (GLOBAL,)}
    return [keys for keys in leaves if any(fits(path, keys) for path in paths)]


def _candidates(question: Question, leaves: Mapping[Keys, object]) -> list[Keys]:
    """What may be a cause; the likeliest leaves when there are too many."""
    found = leaves_below(question, leaves)
    if len(found) <= MOST_CANDIDATES:
        return found
    last, written = question.pointer[-1:], str(question.plain)

    def unlikeliness(keys: Keys) -> tuple[bool, bool]:
        return str(leaves[keys]) not in written, keys[-1:] != last

    return sorted(found, key=unlikeliness)[:MOST_CANDIDATES]


def _batches(asked: Mapping[Keys, list[int]], leaves: Mapping[Keys, object]) -> list[list[Keys]]:
    """The leaves in groups; no two of a group concern the same question."""
    alone = [[keys] for keys in asked if not _is_plain(leaves[keys])]
    batches: list[tuple[list[Keys], set[int]]] = []
    for keys in (keys for keys in asked if _is_plain(leaves[keys])):
        for batch, taken in batches:
            if len(batch) < _MOST_AT_ONCE and taken.isdisjoint(asked[keys]):
                batch.append(keys)
                taken.update(asked[keys])
                break
        else:
            batches.append(([keys], set(asked[keys])))
    return [*(batch for batch, _ in batches), *alone]


def _is_plain(value: object) -> bool:
    """Whether it is a word or number; what is empty or a switch may turn anything on or off."""
    return bool(value) and not isinstance(value, bool) and isinstance(value, str | int | float)


def _other(value: object) -> object:
    """A value of the same type that differs, and that nothing else is likely to hold."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 7
    if isinstance(value, str):
        number = _NUMBER.search(value)
        if number is None:
            return f"{value}x"
        # `10Gi` stays a quantity, and `1.2.3` a version
        return f"{value[: number.start()]}{int(number[0]) + 7}{value[number.end() :]}"
    if isinstance(value, dict):
        return {"x": "x"}
    return ["x"] if isinstance(value, list) else "x"


def _told(question: Question, rendering: Rendering | None, new: object) -> bool | None:
    """Whether a rendering with several changes shows that this one is a cause; None: it does not say."""
    if rendering is None:
        return None
    now = _now(question, rendering)
    if now == question.plain:
        return False
    is_here = any(str(new) in text for text in _texts(now))
    was_here = any(str(new) in text for text in _texts(question.plain))
    return True if is_here and not was_here else None


def differs(question: Question, rendering: Rendering) -> bool:
    """Whether the value that is asked about is another one in a rendering."""
    return _now(question, rendering) != question.plain


def _now(question: Question, rendering: Rendering) -> object:
    """What stands at the place in a rendering; see merged_values.is_missing."""
    return dig(rendering.value(question.document), question.place)


def _texts(value: object) -> Iterator[str]:
    """The keys and values of all that lies in a value."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    else:
        yield str(value)
