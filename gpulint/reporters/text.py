"""The report for people at a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from gpulint.core.report import Report
from gpulint.core.severity import Severity
from gpulint.reporters.plain import one_line, printable
from gpulint.reporters.style import PLAIN, Style
from gpulint.reporters.summary import sentence

if TYPE_CHECKING:
    from gpulint.core.finding import Finding
    from gpulint.core.location import Origin

_COLOURS = {Severity.ERROR: "31;1", Severity.WARNING: "33;1", Severity.INFO: "36;1"}
_BOLD, _DIM = "1", "2"
_WIDTH = 120
_MOST_UNREAD = 10


def write(report: Report, stream: TextIO, style: Style = PLAIN) -> None:
    """Write findings by file, each with its line, why it matters and the cure; then a summary."""
    if style.statistics:
        from gpulint.reporters.statistics import table  # only when asked

        stream.writelines(f"{line}\n" for line in table(report))
    else:
        for finding in report.active:
            stream.writelines(f"{line}\n" for line in _finding_lines(finding, report, style))
    stream.writelines(f"{line}\n" for line in _failure_lines(report, style))
    if not style.quiet:
        stream.writelines(f"{line}\n" for line in _unread_lines(report))
        stream.write(_paint(sentence(report), _BOLD, style) + "\n")
        fixable = sum(finding.fix is not None for finding in report.active)
        if fixable:
            stream.write(f"{fixable} can be mended with --fix; --diff shows how\n")


def origin_text(origin: "Origin") -> str:
    """The template behind a finding: `templates/job.yaml:12 of chart charts/train`."""
    line = f":{origin.line}" if origin.line is not None else ""
    chart = f" of chart {origin.chart}" if origin.chart else ""
    nearest = "; the place is the nearest that can be told" if origin.exact is False else ""
    return printable(f"{origin.file}{line}{chart}{nearest}")


def subject(finding: "Finding") -> str:
    """The object and the field: `Pod ml/trainer, spec.containers[0].image`; empty when unknown."""
    parts = []
    if finding.resource is not None:
        whole = "/".join(filter(None, (finding.resource.namespace, finding.resource.name)))
        parts.append(f"{finding.resource.kind} {whole}".strip())
    parts.append(finding.pointer.field_path)
    return printable(", ".join(filter(None, parts)))


def _finding_lines(finding: "Finding", report: Report, style: Style) -> Iterator[str]:
    """The lines of one finding; a blank one ends it unless only the first is asked for."""
    place = f"{printable(finding.file)}:{finding.span.line}:{finding.span.column}:"
    severity = _paint(finding.severity.label, _COLOURS[finding.severity], style)
    name = _paint(f"{finding.id} {finding.name}", _BOLD, style)
    yield f"{_paint(place, _BOLD, style)} {severity} {name}  {printable(finding.message)}"
    if style.quiet:
        return
    yield from _excerpt(finding, style)
    for label, text in _notes(finding, report):
        yield f"    {_paint(f'{label}:'.ljust(5), _DIM, style)} {text}"
    yield ""


def _excerpt(finding: "Finding", style: Style) -> Iterator[str]:
    """The faulty line behind its number, and the carets."""
    from gpulint.reporters.excerpt import excerpt_lines  # only for findings

    number = str(finding.span.line)
    room = max(40, (style.width or _WIDTH) - len(number) - 8)
    lines = excerpt_lines(finding.excerpt, finding.span, room)
    if lines is not None:
        text, carets = lines
        yield f"    {_paint(number + ' |', _DIM, style)} {text}"
        gutter = _paint(" " * len(number) + " |", _DIM, style)
        yield f"    {gutter} {_paint(carets, _COLOURS[finding.severity], style)}"


def _notes(finding: "Finding", report: Report) -> Iterator[tuple[str, str]]:
    """Label and text of what stands below a finding."""
    where = subject(finding)
    if where:
        yield "at", where
    if finding.origin is not None:
        yield "from", origin_text(finding.origin)
    for place in finding.related:
        message = printable(place.message)
        yield "see", f"{printable(place.file)}:{place.span.line}:{place.span.column} {message}"
    if finding.fix is not None:
        yield "mend", printable(finding.fix.message)
    rule = report.rules.get(finding.id)
    if rule is not None:
        yield from (
            (label, one_line(text))
            for label, text in (("why", rule.why), ("fix", rule.fix))
            if text
        )


def _unread_lines(report: Report) -> Iterator[str]:
    """Inputs that could not be read, save those of which a finding tells why."""
    unread = [each for each in report.inputs if each.status == "unreadable"]
    if not unread:
        return
    told: dict[str, str] = {}
    for finding in report.active:
        told[finding.file] = told.get(finding.file, "") + finding.message
    untold = []
    for each in unread:
        # the finding of a chart stands in its Chart.yaml
        said = told.get(each.file) or told.get(f"{each.file}/Chart.yaml")
        if said is None or each.detail not in said:
            untold.append((each.file, each.detail or "it could not be read"))
    for file, detail in untold[:_MOST_UNREAD]:
        yield f"{printable(file)}: not checked: {printable(detail)}"
    if len(untold) > _MOST_UNREAD:
        yield f"and {len(untold) - _MOST_UNREAD} more not checked"


def _failure_lines(report: Report, style: Style) -> Iterator[str]:
    """Checks that raised: the user has to know that these rules did not speak."""
    for failure in report.failures:
        about = f"{failure.rule} failed on {failure.resource or 'the input'}: {failure.error}"
        about = f"{printable(about)} (a fault of gpulint, please report it)"
        label = _paint("failure", _COLOURS[Severity.ERROR], style)
        yield f"{printable(failure.file or '-')}: {label} {about}"


def _paint(text: str, colour: str, style: Style) -> str:
    """The text in an ANSI colour if colours are wanted."""
    return f"\033[{colour}m{text}\033[0m" if style.colour else text
