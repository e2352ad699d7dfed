"""What the template lines of a chart tell about a finding: whether they are exact, what they include."""

from collections.abc import Iterator

from gpulint.core.finding import Finding, RelatedPlace
from gpulint.core.location import Locatable, Origin, Span
from gpulint.source.document import Document
from gpulint.source.rendered import Telling, TemplateLines


def template_lines(document: Locatable) -> TemplateLines | None:
    """The template behind a document of a chart; None for any other document."""
    relocation = document.relocation if isinstance(document, Document) else None
    return relocation if isinstance(relocation, TemplateLines) else None


def written(
    document: Locatable, origin: Origin, span: Span
) -> tuple[Origin, tuple[RelatedPlace, ...]]:
    """The origin with whether a span is exact, and the line of a named template that it includes."""
    lines, told = template_lines(document), _telling(document, span)
    if lines is None or told is None:
        return origin, ()
    origin = origin._replace(exact=told.is_exact)
    if told.inner is None:
        return origin, ()
    file = "/".join(filter(None, (lines.folder, told.inner_file)))
    return origin, (RelatedPlace(file, told.inner, "this line of a named template writes it"),)


def lines_beside(finding: Finding, document: Locatable) -> Iterator[tuple[str, int]]:
    """Files and lines on which a comment silences a finding in a chart, besides its own.

    The values that cause it, and the line above it whose text is rendered as it stands: a comment
    may have no place behind an action.
    """
    for place in finding.related:
        if place.file != finding.file:
            yield place.file, place.span.line
    told = _telling(document, finding.span)
    if told is not None:
        yield finding.file, told.nearest


def _telling(document: Locatable, span: Span) -> Telling | None:
    lines = template_lines(document)
    return None if lines is None else lines.told(span)
