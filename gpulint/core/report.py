"""The outcome of a run, before any format."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gpulint.core.finding import Finding


class Failure(NamedTuple):
    """A check that raised: gpulint's own fault. `error` is one line, `resource` says what it looked at.

    about: `check`, or `message` when the rule's message names a fact that the check does not yield.
    """

    rule: str
    resource: str
    file: str
    error: str
    about: str = "check"


class Skipped(NamedTuple):
    """A rule that could not speak in this run, and why."""

    rule: str
    why: str


class Input(NamedTuple):
    """What became of one file. status: linted, skipped (nothing in it for gpulint) or unreadable."""

    file: str
    status: str
    documents: int = 0
    detail: str = ""


class RuleText(NamedTuple):
    """What reporters tell about a rule."""

    id: str
    name: str
    category: str
    severity: str
    why: str
    fix: str
    reference: str = ""


class Report(NamedTuple):
    """Everything a reporter or a verdict needs.

    findings: sorted, suppressed ones included and marked. counts: findings by severity label, plus
    `suppressed`, `unchecked` (values that hold a placeholder) and `documents`. notices: sentences
    for stderr. rules: by id.
    """

    version: str
    findings: "tuple[Finding, ...]"
    failures: tuple[Failure, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    inputs: tuple[Input, ...] = ()
    counts: Mapping[str, int] = MappingProxyType({})
    rules: Mapping[str, RuleText] = MappingProxyType({})
    notices: tuple[str, ...] = ()

    @property
    def active(self) -> "tuple[Finding, ...]":
        """Findings that nothing silences."""
        return tuple(f for f in self.findings if f.suppressed is None)
