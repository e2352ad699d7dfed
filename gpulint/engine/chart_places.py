"""Adds to findings in charts the values that caused them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gpulint.core.finding import Finding, RelatedPlace
from gpulint.core.pointer import Pointer
from gpulint.engine.chart_lines import telling, template_lines
from gpulint.engine.resolve import Placed
from gpulint.source.chart.marked_chart import MarkedChart
from gpulint.source.chart.value_places import ChartPlace, ValuePlace, value_places
from gpulint.source.comments import Comment
from gpulint.source.document import Document


class WithValues(NamedTuple):
    """Findings whose related places tell of values.

    comments: directives in the values files. notices: sentences about what was not looked for.
    """

    placed: tuple[Placed, ...]
    comments: tuple[Comment, ...] = ()
    notices: tuple[str, ...] = ()


def with_values(placed: Sequence[Placed], is_wanted: Callable[[Finding], bool]) -> WithValues:
    """Add the values that caused findings in charts to their related places.

    is_wanted: whether the user will see a finding; for no other one a chart is rendered again.
    """
    charts: dict[MarkedChart, list[int]] = {}
    asked: dict[int, ChartPlace] = {}
    for number, each in enumerate(placed):
        at = each.place
        lines, document, told = template_lines(at.document), at.document, telling(at)
        if lines is None or not isinstance(document, Document) or told is None:
            continue
        if not is_wanted(each.finding):
            continue
        asked[number] = ChartPlace(document, lines, at.pointer, at.part, told)
        charts.setdefault(lines.document.chart, []).append(number)
    whole = list(placed)
    comments: list[Comment] = []
    notices: list[str] = []
    for chart, numbers in charts.items():
        shown = asked[numbers[0]].lines.folder
        answer = value_places(chart, shown, [asked[number] for number in numbers])
        for number, places in zip(numbers, answer.places, strict=True):
            if places:
                finding = whole[number].finding
                beside = [_related(each, alone=len(places) == 1) for each in places]
                related = (*beside, *finding.related)
                whole[number] = whole[number]._replace(finding=finding._replace(related=related))
        comments += answer.comments
        if answer.is_spent:
            notices.append(
                f"{shown}: has more findings than it is rendered for, so some do not name their value"
            )
    return WithValues(tuple(whole), tuple(comments), tuple(notices))


def _related(place: ValuePlace, *, alone: bool) -> RelatedPlace:
    words = "the value comes from here" if alone else "one value behind it"
    if not place.is_set:
        words = "it can be set here"
    return RelatedPlace(place.file, place.span, f"{words}, {Pointer(place.keys).field_path}")
