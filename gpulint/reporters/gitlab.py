"""Code Quality report of GitLab, for the widget of a merge request.

Source: GitLab's documentation of Code Quality, "Code Quality report format".
"""

from typing import TextIO

from gpulint.core.finding import Finding
from gpulint.core.report import Failure, Report
from gpulint.core.severity import Severity
from gpulint.reporters.json_text import rows
from gpulint.reporters.paths import relative_path
from gpulint.reporters.plain import printable
from gpulint.reporters.style import PLAIN, Style

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def write(report: Report, stream: TextIO, style: Style = PLAIN) -> None:
    """Write active findings and failures; the format has no place for suppressed ones."""
    taken: dict[str, int] = {}
    entries: list[object] = [_entry(finding, taken) for finding in report.active]
    entries += [_broken(failure, taken) for failure in report.failures]
    stream.write(rows(entries) + "\n")


def _entry(finding: Finding, taken: dict[str, int]) -> dict[str, object]:
    """One finding."""
    path = relative_path(finding.file)
    return {
        "description": printable(f"{finding.id} {finding.name}: {finding.message}"),
        "check_name": finding.id,
        "fingerprint": _unique((finding.fingerprint, path), taken),
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": path,
            "lines": {"begin": finding.span.line, "end": finding.span.end_line},
        },
    }


def _broken(failure: Failure, taken: dict[str, int]) -> dict[str, object]:
    """A check that raised."""
    about = f"gpulint failed on {failure.resource or 'the input'}: {failure.error}"
    return {
        "description": printable(about),
        "check_name": failure.rule,
        "fingerprint": _unique(("failure", failure.rule, failure.resource), taken),
        "severity": "blocker",
        "location": {"path": relative_path(failure.file), "lines": {"begin": 1}},
    }


def _unique(parts: tuple[str, ...], taken: dict[str, int]) -> str:
    """GitLab keeps one entry per fingerprint; ours is the same for one fault in two files."""
    import hashlib  # this format only

    known = "\0".join(parts)
    taken[known] = taken.get(known, 0) + 1
    text = f"{known}\0{taken[known]}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:32]
