"""Findings as the API server carries them: header lines, one denial, audit annotations.

A warning with a control character is dropped without trace by the API server, and all warnings of
one request share 4,096 characters.
"""

import re
from collections.abc import Iterable, Sequence

from gpulint.core.finding import Finding
from gpulint.core.report import Failure, RuleText
from gpulint.engine.suppress import REASON
from gpulint.engine.vocabulary import IGNORE

LONGEST_WARNING = 200
MOST_WARNINGS = 20
# What is left of a long field path, its last steps.
_LEAST_PATH = 30
_STEP = re.compile(r"[.\[]")
_LONGEST_DENIAL = 1_900
_MOST_DENIED = 5
_LONGEST_WRITTEN = 80
_LONGEST_AUDIT = 2_000


def by_severity(findings: Iterable[Finding]) -> list[Finding]:
    """Most severe first, then the surest, then by id; the rest as it was, by place."""
    return sorted(findings, key=lambda f: (-f.severity, -f.confidence, f.id))


def warnings(findings: Sequence[Finding]) -> tuple[str, ...]:
    """One line per finding, doubles left out; after the twentieth only how many more there are."""
    lines = list(dict.fromkeys(_warning(each) for each in by_severity(findings)))
    if len(lines) <= MOST_WARNINGS:
        return tuple(lines)
    more = len(lines) - MOST_WARNINGS
    return (*lines[:MOST_WARNINGS], f"gpulint: {more} more, shown by `gpulint check`")


def denial(
    findings: Sequence[Finding],
    rules: "dict[str, RuleText]",
    written: str = "",
    may_silence: bool = True,
) -> str:
    """Why an object is refused: rule, field, cure and the way around it, below 2 KB.

    written: what its annotation that silences rules says. may_silence: whether one counts at all.
    """
    ordered = by_severity(findings)
    told = ordered[:_MOST_DENIED]
    parts: list[str] = []
    for finding in told:
        fix = rules[finding.id].fix if finding.id in rules else ""
        where = finding.pointer.field_path or "the object"
        text = f"{finding.id} {finding.name} at {where}: {_sentence(finding.message)} {fix}"
        parts.append(cut(one_line(text), _LONGEST_DENIAL // (len(told) + 1)))
    if len(ordered) > _MOST_DENIED:
        parts.append(f"And {len(ordered) - _MOST_DENIED} more.")
    ids = ",".join(dict.fromkeys(f.id for f in told))
    if not may_silence:
        parts.append(f"{IGNORE} silences nothing in this namespace.")
    elif written:
        parts.append(
            f"{IGNORE}: {cut(one_line(written), _LONGEST_WRITTEN)} does not cover it; write {ids}, "
            "and a last day, if any, as until=2027-01-31"
        )
    else:
        parts.append(
            f"If this is meant, annotate the object with {IGNORE}: {ids} and {REASON}: why"
        )
    return " ".join(parts)


def audit_rules(findings: Iterable[Finding]) -> str:
    """Ids with severities for the audit log, `GPU203=error,GPU921=warning`; no text of the object."""
    ids = dict.fromkeys(f"{f.id}={f.severity.label}" for f in by_severity(findings))
    return cut(",".join(ids), _LONGEST_AUDIT)


def audit_failures(failures: Iterable[Failure]) -> str:
    """Ids of rules whose check raised."""
    return cut(",".join(dict.fromkeys(each.rule for each in failures)), _LONGEST_AUDIT)


def one_line(text: str) -> str:
    """The text on one line, without what no terminal shows or what a header must not hold."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())


def cut(text: str, most: int) -> str:
    """The text with at most so many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _warning(finding: Finding) -> str:
    """A line with the end of the message, where the cure stands: the path loses its first steps."""
    head = f"gpulint {finding.id} {finding.severity.label}: "
    message = one_line(finding.message)
    room = LONGEST_WARNING - len(head) - len(message) - len(": ")
    where, most = one_line(finding.pointer.field_path), max(room, _LEAST_PATH)
    if len(where) > most:
        where = where[1 - most :]
        begin = _STEP.search(where)  # a step is whole or not there
        where = f"…{where[begin.start() :] if begin else where}"
    return cut(f"{head}{where}: {message}", LONGEST_WARNING)
