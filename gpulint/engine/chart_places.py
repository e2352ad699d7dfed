"""What a finding in a chart tells besides its line: what the line includes, whose value it writes."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gpulint.core.finding import Finding, RelatedPlace
from gpulint.core.location import Locatable, Origin, Span
from gpulint.core.pointer import Pointer
from gpulint.engine.resolve import Placed
from gpulint.source.comments import Comment
from gpulint.source.document import Document
from gpulint.source.marked_chart import MarkedChart
from gpulint.source.rendered import Telling, TemplateLines
from gpulint.source.value_places import ChartPlace, ValuePlace, value_places


class WithValues(NamedTuple):
    """Findings whose related places tell of values.

    comments: directives in the values files. notices: sentences about what was not looked for.
    """

    placed: tuple[Placed, ...]
    comments: tuple[Comment, ...] = ()
    notices: tuple[str, ...] = ()


def written(
    document: Locatable, origin: Origin, span: Span
) -> tuple[Origin, tuple[RelatedPlace, ...]]:
    """Whether a span in a template is exact, and the place in a `define` that it includes."""
    told = _telling(document, span)
    if told is None:
        return origin, ()
    lines = _lines(document)
    if told.inner is None or lines is None:
        return origin._replace(exact=told.is_exact), ()
    file = "/".join(filter(None, (lines.folder, told.inner_file)))
    related = RelatedPlace(file, told.inner, "this line of a named template writes it")
    return origin._replace(exact=told.is_exact), (related,)


def lines_beside(finding: Finding, document: Locatable) -> Iterator[tuple[str, int]]:
    """Files and lines on which a comment silences a finding in a chart, besides its own.

    The values that cause it, the line of a named template that writes it, and the line above it
    whose text is rendered as it stands, for a comment may have no place behind an action.
    """
    for place in finding.related:
        if place.file != finding.file:
            yield place.file, place.span.line
    told = _telling(document, finding.span)
    if told is not None:
        yield finding.file, told.nearest


def with_values(placed: Sequence[Placed], is_wanted: Callable[[Finding], bool]) -> WithValues:
    """Add the values that caused findings in charts to their related places.

    is_wanted: whether the user will see a finding; for no other one a chart is rendered again.
    """
    charts: dict[MarkedChart, list[int]] = {}
    asked: dict[int, ChartPlace] = {}
    for number, each in enumerate(placed):
        lines = _lines(each.place.document)
        document = each.place.document
        if lines is None or not isinstance(document, Document) or not is_wanted(each.finding):
            continue
        at = each.place
        asked[number] = ChartPlace(document, lines, at.pointer, at.part, each.finding.span)
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
                related = (*map(_related, places), *finding.related)
                whole[number] = whole[number]._replace(finding=finding._replace(related=related))
        comments += answer.comments
        if answer.is_spent:
            notices.append(
                f"{shown}: has more findings than it is rendered for, so some do not name their value"
            )
    return WithValues(tuple(whole), tuple(comments), tuple(notices))


def _related(place: ValuePlace) -> RelatedPlace:
    path = Pointer(place.keys).field_path
    return RelatedPlace(place.file, place.span, f"the value comes from here, {path}")


def _lines(document: Locatable) -> TemplateLines | None:
    relocation = document.relocation if isinstance(document, Document) else None
    return relocation if isinstance(relocation, TemplateLines) else None


def _telling(document: Locatable, span: Span) -> Telling | None:
    lines = _lines(document)
    return None if lines is None else lines.told(span)
