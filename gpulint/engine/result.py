"""The report of a run: what was read, what was found, and the counts of both."""

from typing import TYPE_CHECKING

from gpulint.core.report import Report
from gpulint.core.severity import Severity
from gpulint.version import __version__

if TYPE_CHECKING:
    from gpulint.core.finding import Finding
    from gpulint.source.reader import Reading

_LABELS = tuple(severity.label for severity in reversed(Severity))


def report_of(
    reading: "Reading", findings: "tuple[Finding, ...]" = (), unchecked: int = 0
) -> Report:
    """A report over an input. unchecked: how many values held a placeholder."""
    counts = counts_of(findings)
    counts["unchecked"] = unchecked
    counts["documents"] = len(reading.documents)
    return Report(version=__version__, findings=findings, inputs=reading.inputs, counts=counts)


def counts_of(findings: "tuple[Finding, ...]") -> dict[str, int]:
    """How many findings are active, by severity, and how many are suppressed."""
    active = [f for f in findings if f.suppressed is None]
    counts = dict.fromkeys(_LABELS, 0)
    for finding in active:
        counts[finding.severity.label] += 1
    counts["suppressed"] = len(findings) - len(active)
    return counts
