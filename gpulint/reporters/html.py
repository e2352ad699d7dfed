"""A report as one HTML page: no script, no font, nothing fetched."""

from collections.abc import Iterator
from typing import TextIO

from gpulint.core.finding import Finding
from gpulint.core.location import Span
from gpulint.core.report import Report
from gpulint.reporters.excerpt import excerpt_lines
from gpulint.reporters.markup import escape
from gpulint.reporters.plain import one_line, printable
from gpulint.reporters.statistics import silent_rules
from gpulint.reporters.style import PLAIN, Style
from gpulint.reporters.summary import sentence
from gpulint.reporters.text import origin_text, subject

_WIDTH = 110
_LOOK = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border-left: .3rem solid gray; padding-left: 1rem; margin: 1.5rem 0; }
article.error { border-color: #c62828; } article.warning { border-color: #e69100; }
article.suppressed { opacity: .6; }
pre { overflow-x: auto; background: #8882; padding: .5rem; } dt { font-weight: 600; }
"""


def write(report: Report, stream: TextIO, style: Style = PLAIN) -> None:
    """Write one page; declare UTF-8, so write the stream as such."""
    stream.write(
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>gpulint report</title>\n<style>{_LOOK}</style>\n</head>\n<body>\n"
        f"<h1>gpulint</h1>\n<p>{_text(sentence(report))}</p>\n"
    )
    for finding in report.findings:
        stream.writelines(f"{line}\n" for line in _article(finding, report))
    for failure in report.failures:
        about = f"{failure.rule} failed on {failure.resource or 'the input'}: {failure.error}"
        stream.write(f'<article class="error"><h2>{_text(failure.file)}</h2>')
        stream.write(f"<p>{_text(about)} (a fault of gpulint)</p></article>\n")
    if report.skipped:
        stream.write("<h2>Rules that could not speak</h2>\n<ul>\n")
        for why, rules in sorted(silent_rules(report).items()):
            stream.write(f"<li>{_text(why)}: {', '.join(map(_text, rules))}</li>\n")
        stream.write("</ul>\n")
    stream.write("</body>\n</html>\n")


def _article(finding: Finding, report: Report) -> Iterator[str]:
    """One finding."""
    look = finding.severity.label + (" suppressed" if finding.suppressed else "")
    place = f"{finding.file}:{finding.span.line}:{finding.span.column}"
    yield f'<article class="{look}">'
    yield f"<h2>{finding.severity.label} {_text(f'{finding.id} {finding.name}')}</h2>"
    yield f"<p><code>{_text(place)}</code> {_text(finding.message)}</p>"
    yield from _excerpt(finding.excerpt, finding.span)
    yield "<dl>"
    for label, text in _notes(finding, report):
        yield f"<dt>{label}</dt><dd>{text}</dd>"
    yield "</dl>"
    yield "</article>"


def _excerpt(text: str, span: Span) -> Iterator[str]:
    """The faulty line and its carets."""
    lines = excerpt_lines(text, span, _WIDTH)
    if lines is not None:
        yield f"<pre>{escape(lines[0])}\n{escape(lines[1])}</pre>"


def _notes(finding: Finding, report: Report) -> Iterator[tuple[str, str]]:
    """Label and markup of what stands below a finding."""
    if subject(finding):
        yield "at", escape(subject(finding))
    if finding.origin is not None:
        yield "from", escape(origin_text(finding.origin))
    for place in finding.related:
        yield "see", _text(f"{place.file}:{place.span.line}:{place.span.column} {place.message}")
    if finding.suppressed is not None:
        yield "suppressed", _text(f"by {finding.suppressed.by}: {finding.suppressed.reason}")
    rule = report.rules.get(finding.id)
    if rule is not None:
        yield "why", escape(one_line(rule.why))
        yield "fix", escape(one_line(rule.fix))
        if rule.reference.startswith("https://"):
            link = escape(printable(rule.reference))
            yield "reference", f'<a href="{link}">{link}</a>'


def _text(text: str) -> str:
    """Text from anywhere, made harmless."""
    return escape(printable(text))
