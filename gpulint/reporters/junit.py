"""JUnit XML: a suite per file, a test case per finding; a file without findings passed.

Source: the schema that Jenkins and GitLab read. Times are left out: a report has no clock.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import TextIO

from gpulint.core.finding import Finding
from gpulint.core.report import Failure, Report
from gpulint.reporters.markup import escape
from gpulint.reporters.paths import relative_path
from gpulint.reporters.plain import one_line, printable
from gpulint.reporters.style import PLAIN, Style


def write(report: Report, stream: TextIO, style: Style = PLAIN) -> None:
    """Write all suites; the encoding is declared, so write the stream as UTF-8."""
    suppressed = len(report.findings) - len(report.active)
    clean = _clean(report)
    total = len(report.findings) + len(report.failures) + len(clean)
    stream.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    stream.write(
        f'<testsuites name="gpulint" tests="{total}" failures="{len(report.active)}"'
        f' errors="{len(report.failures)}" skipped="{suppressed}">\n'
    )
    for file, findings in groupby(report.findings, key=lambda finding: finding.file):
        stream.writelines(_suite(file, list(findings), report))
    for failure in report.failures:
        stream.writelines(_broken(failure))
    for file in clean:
        name = _attribute(relative_path(file))
        stream.write(f'  <testsuite name="{name}" tests="1" failures="0" errors="0" skipped="0">\n')
        stream.write(f'    <testcase classname="{name}" name="gpulint"/>\n  </testsuite>\n')
    stream.write("</testsuites>\n")


def _clean(report: Report) -> list[str]:
    """Linted files of which nothing is to be told."""
    told = {finding.file for finding in report.findings} | {each.file for each in report.failures}
    return [e.file for e in report.inputs if e.status == "linted" and e.file not in told]


def _suite(file: str, findings: list[Finding], report: Report) -> Iterator[str]:
    """The findings of one file."""
    active = sum(finding.suppressed is None for finding in findings)
    name = _attribute(relative_path(file))
    yield (
        f'  <testsuite name="{name}" tests="{len(findings)}" failures="{active}" errors="0"'
        f' skipped="{len(findings) - active}">\n'
    )
    for finding in findings:
        title = f"{finding.id} {finding.name} {finding.span.line}:{finding.span.column}"
        yield f'    <testcase classname="{name}" name="{_attribute(title)}">\n'
        message = _attribute(finding.message)
        if finding.suppressed is not None:
            reason = _attribute(finding.suppressed.reason or f"by {finding.suppressed.by}")
            yield f'      <skipped message="{reason}"/>\n'
        else:
            body = "\n".join(_body(finding, report))
            kind = finding.severity.label
            yield f'      <failure type="{kind}" message="{message}">{escape(body)}</failure>\n'
        yield "    </testcase>\n"
    yield "  </testsuite>\n"


def _body(finding: Finding, report: Report) -> Iterator[str]:
    """What a person reads of a failed case."""
    place = f"{relative_path(finding.file)}:{finding.span.line}:{finding.span.column}"
    yield printable(f"{place}: {finding.severity.label} {finding.id} {finding.name}")
    yield printable(finding.message)
    rule = report.rules.get(finding.id)
    if rule is not None:
        yield f"why: {one_line(rule.why)}"
        yield f"fix: {one_line(rule.fix)}"


def _broken(failure: Failure) -> Iterator[str]:
    """A check that raised, as a case in error."""
    name = _attribute(relative_path(failure.file) if failure.file else "gpulint")
    yield f'  <testsuite name="{name}" tests="1" failures="0" errors="1" skipped="0">\n'
    title = _attribute(f"{failure.rule} on {failure.resource or 'the input'}")
    yield f'    <testcase classname="{name}" name="{title}">\n'
    yield f'      <error type="failure" message="{_attribute(failure.error)}"/>\n'
    yield "    </testcase>\n  </testsuite>\n"


def _attribute(text: str) -> str:
    """Text inside double quotes."""
    return escape(printable(text))
