"""Reads what a chart renders to, as documents of its template files."""

from collections.abc import Sequence

from gpulint.core.fault import InputFault
from gpulint.core.location import Origin, Span
from gpulint.core.report import Input
from gpulint.source.chart.program import ChartError
from gpulint.source.chart.render import RenderedDocument, render
from gpulint.source.chart.rendered import TemplateLines
from gpulint.source.comments import Comment
from gpulint.source.document import Document, parse
from gpulint.source.examine import examine
from gpulint.source.files import Source
from gpulint.source.intake import Intake
from gpulint.source.text import Text


def add_chart(
    intake: Intake,
    chart: Source,
    tokens: Sequence[bytes],
    values: Sequence[str],
    *,
    everything: bool,
) -> None:
    """Render a chart and add its documents to a run; a chart that cannot be is a fault.

    values: files for helm. everything: compose documents without tokens too.
    """
    try:
        rendered = render(chart.path, chart.name, values)
    except ChartError as error:
        _refuse(intake, chart.name, error)
        return
    before = len(intake.documents)
    for document in rendered:
        _add_document(intake, document, chart.name, tokens, everything)
    linted = any(document.mentions for document in intake.documents[before:])
    intake.inputs.append(Input(chart.name, "linted" if linted else "skipped", len(rendered)))


def _refuse(intake: Intake, shown: str, error: ChartError) -> None:
    """Add the fault of a chart; that helm is missing is told once a run."""
    if error.kind != "helm-missing" or all(fault.kind != error.kind for fault in intake.faults):
        facts = {"chart": shown, "detail": error.detail, "cure": error.cure}
        file = f"{shown}/Chart.yaml"
        intake.faults.append(InputFault(error.kind, file, Span(1, 1, 1, 1), facts))
    intake.inputs.append(Input(shown, "unreadable", 0, error.detail))


def _add_document(
    intake: Intake,
    document: RenderedDocument,
    chart: str,
    tokens: Sequence[bytes],
    everything: bool,
) -> None:
    """Add what one rendered document holds, its places moved into the template."""
    lines = document.lines
    examined = examine(
        document.file, document.data, tokens, everything=everything, relocation=lines
    )
    origin = Origin(document.source, None, chart)
    intake.faults += [fault._replace(origin=origin) for fault in examined.faults]
    for piece in examined.pieces:
        parts = parse(
            Text(document.file, piece.data, piece.line, lines),
            index=piece.number,
            mentions=piece.mentions,
            origin=origin._replace(line=lines.nearest(_first_line(piece.data))),
        )
        for part in parts:
            if isinstance(part, Document):
                intake.documents.append(part)
            else:
                intake.faults.append(part)
    intake.comments += [_moved(each, lines) for each in examined.comments]


def _first_line(data: bytes) -> int:
    """Number of the first line of a rendered document that is neither separator nor comment."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip() and not line.startswith((b"---", b"#")):
            return number
    return 1


def _moved(comment: Comment, lines: TemplateLines) -> Comment:
    """A comment with the lines of the template."""
    return comment._replace(
        line=lines.line(comment.line) or 1, target_line=lines.line(comment.target_line) or 0
    )
