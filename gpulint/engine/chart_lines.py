"""What the template lines of a chart tell about a finding: whether they are exact, what they include."""

from collections.abc import Iterator

from gpulint.core.finding import Finding, RelatedPlace
from gpulint.core.location import Locatable, Origin, Place
from gpulint.source.document import Document
from gpulint.source.rendered import Telling, TemplateLines


def template_lines(document: Locatable) -> TemplateLines | None:
    """The template behind a document of a chart; None for any other document."""
    relocation = document.relocation if isinstance(document, Document) else None
    return relocation if isinstance(relocation, TemplateLines) else None


def telling(at: Place) -> Telling | None:
    """How the line of a place in a chart was found; None for a place elsewhere."""
    lines = template_lines(at.document)
    return None if lines is None else lines.told(at.document.locate(at.pointer, at.part).span)


def written(at: Place, origin: Origin) -> tuple[Origin, tuple[RelatedPlace, ...]]:
    """The origin with whether a place is exact, and the line of a named template that it includes."""
    lines, told = template_lines(at.document), telling(at)
    if lines is None or told is None:
        return origin, ()
    origin = origin._replace(exact=told.is_exact)
    if told.inner is None:
        return origin, ()
    file = "/".join(filter(None, (lines.folder, told.inner_file)))
    return origin, (RelatedPlace(file, told.inner, "this line of a named template writes it"),)


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
