"""What the template lines of a chart tell about a finding: whether they are exact, what they include."""

from collections.abc import Iterator
from typing import NamedTuple

from gpulint.core.finding import Finding, RelatedPlace
from gpulint.core.location import Locatable, Origin, Place, Span
from gpulint.source.chart.rendered import Telling, TemplateLines
from gpulint.source.document import Document


def template_lines(document: Locatable) -> TemplateLines | None:
    """The template behind a document of a chart; None for any other document."""
    relocation = document.relocation if isinstance(document, Document) else None
    return relocation if isinstance(relocation, TemplateLines) else None


def telling(at: Place) -> Telling | None:
    """How the line of a place in a chart was found; None for a place elsewhere."""
    lines = template_lines(at.document)
    if lines is None:
        return None
    whole = at.document.locate(at.pointer, at.part).span
    return lines.told(lines.narrowed(at, whole))


class Written(NamedTuple):
    """Where a place in a chart was written. inner: the line of a named template that it includes."""

    span: Span
    origin: Origin
    inner: tuple[RelatedPlace, ...] = ()


def written(at: Place, span: Span, origin: Origin) -> Written:
    """The span of a place in a chart, and whether it is exact. span, origin: of its document's."""
    lines, told = template_lines(at.document), telling(at)
    if lines is None or told is None:
        return Written(span, origin)
    origin = origin._replace(exact=told.is_exact)
    if told.inner is None:
        return Written(told.shown, origin)
    file = "/".join(filter(None, (lines.folder, told.inner_file)))
    related = RelatedPlace(file, told.inner, "this line of a named template writes it")
    return Written(told.shown, origin, (related,))


def rendered_line(at: Place) -> tuple[int, int] | None:
    """Number of the document that helm wrote and line in it; None for a place outside charts."""
    lines, told = template_lines(at.document), telling(at)
    return None if lines is None or told is None else (lines.document.number, told.rendered.line)


def lines_beside(finding: Finding, at: Place) -> Iterator[tuple[str, int]]:
    """Files and lines on which a comment silences a finding in a chart, besides its own.

    The values that cause it, and the line above it whose text is rendered as it stands: a comment
    may have no place behind an action.
    """
    for place in finding.related:
        if place.file != finding.file:
            yield place.file, place.span.line
    told = telling(at)
    if told is not None:
        yield finding.file, told.nearest
