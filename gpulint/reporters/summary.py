"""The numbers of a report, and the sentence that tells them."""

from gpulint.core.report import Report
from gpulint.core.severity import Severity
from gpulint.reporters.plain import counted

_ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def by_severity(report: Report) -> dict[Severity, int]:
    """How many active findings each severity has, the worst first."""
    counts = dict.fromkeys(_ORDER, 0)
    for finding in report.active:
        counts[finding.severity] += 1
    return counts


def numbers(report: Report) -> dict[str, int]:
    """Every count of a report by name, in the order of the JSON report."""
    suppressed = len(report.findings) - len(report.active)
    return {
        **{severity.label: count for severity, count in by_severity(report).items()},
        "suppressed": suppressed,
        "unchecked": report.counts.get("unchecked", 0),
        "files": len(report.inputs),
        "documents": report.counts.get("documents", 0),
        "skipped": sum(each.status == "skipped" for each in report.inputs),
        "unreadable": sum(each.status == "unreadable" for each in report.inputs),
        "rules_skipped": len(report.skipped),
        "failures": len(report.failures),
    }


def sentence(report: Report) -> str:
    """One line: findings, what was read, and all that passed unjudged."""
    count = numbers(report)
    found = [counted(count[key], key) for key in ("error", "warning") if count[key]]
    if count["info"]:
        found.append(f"{count['info']} info")
    read = f"{counted(count['files'], 'file')}, {counted(count['documents'], 'document')}"
    # what is left alone for a reason is not empty
    alone = sum(each.status == "skipped" and bool(each.detail) for each in report.inputs)
    unjudged = [
        counted(count["skipped"] - alone, "file") + " without anything for gpulint",
        counted(alone, "file") + " of charts left alone",
        counted(count["unreadable"], "file") + " unreadable",
        counted(count["rules_skipped"], "rule") + " skipped",
        counted(count["unchecked"], "value") + " could not be checked",
        f"{count['suppressed']} suppressed",
        counted(count["failures"], "check") + " failed",
    ]
    told = [part for part in unjudged if not part.startswith("0 ")]
    return "; ".join([f"{', '.join(found) or 'no findings'} in {read}", *told])
