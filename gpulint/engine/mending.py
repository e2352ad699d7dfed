"""Puts fixes into the text of a file: only together with what they leave as it was, byte for byte."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gpulint.config.settings import Settings
from gpulint.core.finding import Finding
from gpulint.core.fix import Edit
from gpulint.core.location import Span
from gpulint.engine.lint import lint_texts

_BREAK = re.compile("\r\n|\n|\r")
_MARK = b"\xef\xbb\xbf"


# rules and lines of findings
Told = Counter[tuple[str, int]]


class Mended(NamedTuple):
    """A text with fixes in it. fixed: the findings that they mend. left: those that had to wait."""

    data: bytes
    fixed: tuple[Finding, ...] = ()
    left: tuple[Finding, ...] = ()


def mended(file: str, data: bytes, findings: Sequence[Finding], settings: Settings) -> Mended:
    """The text of a file with the fixes of its findings, as many as go together.

    Fixes that overlap another one wait for the next run. So does a fix after which the text, judged
    alone, has a finding that it did not have. The text comes back as it was when none is left.
    """
    body = data.removeprefix(_MARK)
    mark = data[: len(data) - len(body)]
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return Mended(data, left=tuple(findings))
    lines = _BREAK.split(text)
    chosen = _apart([f for f in findings if f.fix and _stands(lines, f)])
    told = _told(file, body, settings) if chosen else Counter()
    if not _is_sound(file, text, chosen, told, settings):
        chosen = _sound(file, text, chosen, told, settings)
    known = set(map(id, chosen))
    fixed = tuple(f for f in findings if id(f) in known)
    left = tuple(f for f in findings if id(f) not in known)
    return Mended(mark + _edited(text, chosen), fixed, left)


def _sound(
    file: str, text: str, findings: Sequence[Finding], told: Told, settings: Settings
) -> list[Finding]:
    """Findings whose fixes, one after the other, bring no other finding."""
    kept: list[Finding] = []
    for finding in findings:
        if _is_sound(file, text, [*kept, finding], told, settings):
            kept.append(finding)
    return kept


def _is_sound(
    file: str, text: str, findings: Sequence[Finding], told: Told, settings: Settings
) -> bool:
    """Whether the fixes take their findings away and bring no other; lines do not move."""
    if not findings:
        return True
    mended = Counter((each.id, each.span.line) for each in findings)
    return _told(file, _edited(text, findings), settings) <= told - mended


def _told(file: str, data: bytes, settings: Settings) -> Told:
    """What is found in a text alone, whatever the user wants to see of it."""
    plain = Settings(kubernetes=settings.kubernetes, max_bytes=settings.max_bytes, jobs=1)
    return Counter((each.id, each.span.line) for each in lint_texts({file: data}, plain).findings)


def _apart(findings: Sequence[Finding]) -> list[Finding]:
    """Findings whose edits do not overlap, the first in the text kept; equal edits count as one."""
    kept: list[Finding] = []
    taken: dict[int, list[Edit]] = {}
    for finding in findings:
        edits = finding.fix.edits if finding.fix else ()
        if any(_meets(edit, taken.get(line, ())) for edit in edits for line in _lines(edit)):
            continue
        kept.append(finding)
        for edit in edits:
            for line in _lines(edit):
                taken.setdefault(line, []).append(edit)
    return kept


def _lines(edit: Edit) -> range:
    return range(edit.span.line, edit.span.end_line + 1)


def _meets(edit: Edit, others: Iterable[Edit]) -> bool:
    """Whether an edit overlaps one that is not the same."""
    return any(edit != each and _overlap(edit, each) for each in others)


def _overlap(one: Edit, other: Edit) -> bool:
    return _start(one.span) < _end(other.span) and _start(other.span) < _end(one.span)


def _start(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _end(span: Span) -> tuple[int, int]:
    return span.end_line, span.end_column


def _stands(lines: Sequence[str], finding: Finding) -> bool:
    """Whether the line of a finding is still the one that was judged."""
    row = finding.span.line - 1
    return row < len(lines) and lines[row] == finding.excerpt


def _edited(text: str, findings: Sequence[Finding]) -> bytes:
    """The text with all edits in it; equal ones once."""
    starts = [0, *(found.end() for found in _BREAK.finditer(text))]
    edits = {edit for finding in findings if finding.fix for edit in finding.fix.edits}
    parts: list[str] = []
    done = 0
    for span, new in sorted(edits):
        begin = starts[span.line - 1] + span.column - 1
        parts += (text[done:begin], new)
        done = starts[span.end_line - 1] + span.end_column - 1
    return "".join((*parts, text[done:])).encode("utf-8")
