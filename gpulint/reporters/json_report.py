"""The report for programs: `gpulint.report/1`, under which keys are only ever added."""

from typing import TextIO

from gpulint.core.finding import Finding, RelatedPlace, ResourceName, Suppressed
from gpulint.core.fix import Fix
from gpulint.core.location import Origin
from gpulint.core.report import Report
from gpulint.reporters.json_text import compact, rows
from gpulint.reporters.style import PLAIN, Style
from gpulint.reporters.summary import numbers

SCHEMA = "gpulint.report/1"


def write(report: Report, stream: TextIO, style: Style = PLAIN) -> None:
    """Write one JSON object; each finding stands on its own line."""
    parts = {
        "schema": compact(SCHEMA),
        "version": compact(report.version),
        "summary": compact(numbers(report)),
        "findings": rows([_finding(finding) for finding in report.findings]),
        "failures": rows(
            [
                {"rule": f.rule, "resource": f.resource, "file": f.file, "error": f.error}
                for f in report.failures
            ]
        ),
        "skipped": rows([{"rule": each.rule, "why": each.why} for each in report.skipped]),
        "inputs": rows(
            [
                {
                    "file": each.file,
                    "status": each.status,
                    "documents": each.documents,
                    "detail": each.detail,
                }
                for each in report.inputs
            ]
        ),
    }
    stream.write("{" + ",\n".join(f"{compact(key)}: {text}" for key, text in parts.items()) + "}\n")


def _finding(finding: Finding) -> dict[str, object]:
    """The keys of one finding in the order of the contract."""
    span = finding.span
    row: dict[str, object] = {
        "id": finding.id,
        "name": finding.name,
        "severity": finding.severity.label,
        "confidence": finding.confidence.label,
        "message": finding.message,
        "file": finding.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "pointer": finding.pointer.text,
        "field": finding.pointer.field_path,
        "resource": _resource(finding.resource),
        "facts": finding.facts,
        "related": [_related(place) for place in finding.related],
        "fix": _fix(finding.fix),
        "fingerprint": finding.fingerprint,
        "suppressed": _suppressed(finding.suppressed),
    }
    if finding.origin is not None:
        row["origin"] = _origin(finding.origin)
    return row


def _fix(fix: Fix | None) -> dict[str, object] | None:
    """The edits that mend a finding, with places in its own file."""
    if fix is None:
        return None
    edits = [{**edit.span._asdict(), "text": edit.text} for edit in fix.edits]
    return {"message": fix.message, "edits": edits}


def _resource(name: ResourceName | None) -> dict[str, str] | None:
    """The Kubernetes object, with the names of its own fields."""
    if name is None:
        return None
    return {
        "apiVersion": name.api_version,
        "kind": name.kind,
        "namespace": name.namespace,
        "name": name.name,
    }


def _related(place: RelatedPlace) -> dict[str, object]:
    """A second place."""
    return {
        "file": place.file,
        "line": place.span.line,
        "column": place.span.column,
        "message": place.message,
    }


def _suppressed(suppressed: Suppressed | None) -> dict[str, object] | None:
    """What silences a finding; file and line where it was written down."""
    if suppressed is None:
        return None
    row: dict[str, object] = {"by": suppressed.by, "reason": suppressed.reason}
    if suppressed.file:
        row |= {"file": suppressed.file, "line": suppressed.line}
    return row


def _origin(origin: Origin) -> dict[str, object]:
    """The template behind a rendered line."""
    row: dict[str, object] = {"file": origin.file, "line": origin.line, "chart": origin.chart}
    return row if origin.exact is None else {**row, "exact": origin.exact}
