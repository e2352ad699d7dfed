"""Workflow commands of GitHub Actions: each finding becomes an annotation of the changed line.

Source: GitHub's documentation of workflow commands, and the escapes of its toolkit's `command.ts`.
GitHub shows the first ten errors, warnings and notices of a step; the log holds them all.
"""

from typing import TextIO

from gpulint.core.finding import Finding
from gpulint.core.report import Report
from gpulint.core.severity import Severity
from gpulint.reporters.paths import STDIN_NAMES, relative_path
from gpulint.reporters.plain import one_line, printable
from gpulint.reporters.style import PLAIN, Style
from gpulint.reporters.summary import sentence

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def write(report: Report, stream: TextIO, style: Style = PLAIN) -> None:
    """Write one command per active finding and per failure, then the summary as plain log text."""
    for finding in report.active:
        stream.write(_annotation(finding, report))
    for failure in report.failures:
        about = f"{failure.rule} failed on {failure.resource or 'the input'}: {failure.error}"
        where = {} if failure.file in STDIN_NAMES else {"file": relative_path(failure.file)}
        stream.write(_command("error", {**where, "title": "gpulint failed"}, about))
    if not style.quiet:
        stream.write(f"gpulint: {sentence(report)}\n")


def _annotation(finding: Finding, report: Report) -> str:
    """The command of one finding."""
    span = finding.span
    properties: dict[str, str] = {}
    if finding.file not in STDIN_NAMES:
        properties = {"file": relative_path(finding.file), "line": str(span.line)}
        if span.end_line == span.line:
            # columns of a range over several lines are refused
            properties |= {"col": str(span.column), "endColumn": str(span.end_column)}
        else:
            properties["endLine"] = str(span.end_line)
    properties["title"] = f"{finding.id} {finding.name}"
    rule = report.rules.get(finding.id)
    lines = [printable(finding.message)]
    if rule is not None and rule.fix:
        lines.append(f"fix: {one_line(rule.fix)}")
    if finding.origin is not None and finding.origin.chart:
        # the line to change is often that of a value, which an annotation cannot link to
        lines += [
            f"see: {relative_path(place.file)}:{place.span.line} {printable(place.message)}"
            for place in finding.related
        ]
    return _command(_COMMANDS[finding.severity], properties, "\n".join(lines))


def _command(name: str, properties: dict[str, str], message: str) -> str:
    """`::error file=a.yaml,line=3::message`; nothing inside can end it or start another."""
    told = ",".join(
        f"{key}={_property(printable(text))}" for key, text in properties.items() if text
    )
    return f"::{name} {told}::{_data(message)}\n"


def _data(text: str) -> str:
    """Escapes of a message."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escapes of a property: a colon or comma would end it."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
