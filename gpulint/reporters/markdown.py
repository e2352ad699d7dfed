"""A report in Markdown, for the summary of a CI job or a comment on a change."""

from collections.abc import Iterator
from typing import TextIO

from gpulint.core.finding import Finding
from gpulint.core.report import Report
from gpulint.reporters.markup import code, markdown
from gpulint.reporters.plain import one_line, printable
from gpulint.reporters.statistics import silent_rules
from gpulint.reporters.style import PLAIN, Style
from gpulint.reporters.summary import sentence


def write(report: Report, stream: TextIO, style: Style = PLAIN) -> None:
    """Write the summary, a table of active findings, and the cure for each rule in it."""
    stream.write(f"### gpulint\n\n{sentence(report)}\n")
    if report.active:
        stream.write("\n| place | severity | rule | finding |\n|---|---|---|---|\n")
        stream.writelines(_row(finding) for finding in report.active)
        stream.writelines(_cures(report))
    for failure in report.failures:
        about = f"{failure.file}: {failure.resource}: {failure.error}"
        stream.write(f"\n**{failure.rule} failed**, a fault of gpulint: {code(printable(about))}\n")
    if report.skipped:
        stream.writelines(_silent(report))


def _row(finding: Finding) -> str:
    """One line of the table."""
    place = code(printable(f"{finding.file}:{finding.span.line}:{finding.span.column}"))
    message = markdown(printable(finding.message))
    rule = f"{finding.id} {markdown(finding.name)}"
    return f"| {place} | {finding.severity.label} | {rule} | {message} |\n"


def _cures(report: Report) -> Iterator[str]:
    """Why and fix of each rule that found something, folded."""
    rules = [
        report.rules[each] for each in sorted({f.id for f in report.active} & set(report.rules))
    ]
    if not rules:
        return
    yield "\n<details><summary>Why, and what to do</summary>\n\n"
    for rule in rules:
        link = f" [Reference]({rule.reference})" if rule.reference else ""
        why, fix = markdown(one_line(rule.why)), markdown(one_line(rule.fix))
        yield f"- **{rule.id} {markdown(rule.name)}**: {why} *Fix:* {fix}{link}\n"
    yield "\n</details>\n"


def _silent(report: Report) -> Iterator[str]:
    """Rules that could not speak, by the reason."""
    yield "\n<details><summary>Rules that could not speak</summary>\n\n"
    for why, rules in sorted(silent_rules(report).items()):
        yield f"- {markdown(printable(why))}: {', '.join(rules)}\n"
    yield "\n</details>\n"
