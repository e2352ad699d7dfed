"""The outcome of a run, before any format."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gpulint.core.finding import Finding


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that raised: gpulint's own fault. `error` is one line, `resource` says what it looked at."""

    rule: str
    resource: str
    file: str
    error: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A rule that could not speak in this run, and why."""

    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class Input:
    """What became of one file. status: linted, skipped (nothing in it for gpulint) or unreadable."""

    file: str
    status: str
    documents: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True)
class RuleText:
    """What reporters tell about a rule."""

    id: str
    name: str
    category: str
    severity: str
    why: str
    fix: str
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a reporter or a verdict needs.

    findings: sorted, suppressed ones included and marked. counts: findings by severity label, plus
    `suppressed`, `unchecked` (values that hold a placeholder) and `documents`. notices: sentences
    for stderr. rules: by id.
    """

    version: str
    findings: tuple[Finding, ...]
    failures: tuple[Failure, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    inputs: tuple[Input, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    rules: Mapping[str, RuleText] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    @property
    def active(self) -> tuple[Finding, ...]:
        """Findings that nothing silences."""
        return tuple(f for f in self.findings if f.suppressed is None)
