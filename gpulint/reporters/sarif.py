"""SARIF 2.1.0, as GitHub code scanning takes it.

Source: the OASIS standard (section numbers in comments are its own) and GitHub's "SARIF support for
code scanning".
"""

from typing import TextIO

from gpulint.core.finding import Finding, RelatedPlace, Suppressed
from gpulint.core.fix import Fix
from gpulint.core.location import Origin, Span
from gpulint.core.report import Failure, Report, RuleText
from gpulint.reporters.json_text import compact, rows
from gpulint.reporters.paths import uri
from gpulint.reporters.plain import one_line, printable
from gpulint.reporters.style import PLAIN, Style

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_HOME = "https://github.com/gpulint/gpulint"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_PROBLEMS = {"error": "error", "warning": "warning", "info": "recommendation"}
_IN_SOURCE = frozenset(("comment", "annotation"))

Row = dict[str, object]


def write(report: Report, stream: TextIO, style: Style = PLAIN) -> None:
    """Write one run; every result on its own line, `results` an empty list when there is none."""
    index = {rule_id: number for number, rule_id in enumerate(_rule_ids(report))}
    precisions = _precisions(report)
    driver: Row = {
        "name": "gpulint",
        "version": report.version,
        "semanticVersion": report.version,
        "informationUri": _HOME,
        "rules": [_rule(rule_id, report.rules.get(rule_id), precisions) for rule_id in index],
    }
    results = rows([_result(finding, index) for finding in report.findings])
    stream.write(
        f'{{"$schema": {compact(_SCHEMA)}, "version": "2.1.0", "runs": [{{'
        f'"tool": {compact({"driver": driver})},\n'
        f'"columnKind": "utf16CodeUnits",\n'
        f'"invocations": {compact([_invocation(report, index)])},\n'
        f'"results": {results}}}]}}\n'
    )


def _rule_ids(report: Report) -> list[str]:
    """Every rule that the run speaks of, sorted."""
    findings = {finding.id for finding in report.findings}
    failures = {failure.rule for failure in report.failures}
    return sorted(findings | failures | {skipped.rule for skipped in report.skipped})


def _rule(rule_id: str, text: RuleText | None, precisions: dict[str, str]) -> Row:
    """The words of a rule; a bare id where the report has none."""
    if text is None:
        return {"id": rule_id}
    why, fix = one_line(text.why), one_line(text.fix)
    row: Row = {
        "id": rule_id,
        "name": text.name,
        "shortDescription": {"text": text.name.replace("-", " ")},
        "fullDescription": {"text": why or text.name},
        "help": {"text": f"{why}\n\nFix: {fix}", "markdown": _help(text, why, fix)},
        "defaultConfiguration": {"level": _LEVELS[text.severity]},
        "properties": {
            "tags": ["gpu", "kubernetes", text.category],
            "problem.severity": _PROBLEMS[text.severity],
            **({"precision": precisions[rule_id]} if rule_id in precisions else {}),
        },
    }
    if text.reference:
        row["helpUri"] = text.reference
    return row


def _help(text: RuleText, why: str, fix: str) -> str:
    """The help of a rule in Markdown."""
    source = f"\n\n[Reference]({text.reference})" if text.reference else ""
    return f"{why}\n\n**Fix:** {fix}{source}"


def _precisions(report: Report) -> dict[str, str]:
    """By rule id, the confidence of its surest finding: GitHub sorts alerts by it."""
    by_confidence = sorted(report.findings, key=lambda finding: finding.confidence)
    return {finding.id: finding.confidence.label for finding in by_confidence}


def _result(finding: Finding, index: dict[str, int]) -> Row:
    """One finding, suppressed or not."""
    region = _region(finding.span, finding.excerpt)
    related = [_related(number, place) for number, place in enumerate(finding.related, 1)]
    row: Row = {
        "ruleId": finding.id,
        "ruleIndex": index[finding.id],
        "level": _LEVELS[finding.severity.label],
        "message": {"text": printable(finding.message)},
        "locations": [{**_physical(finding.file, region), **_logical(finding)}],
        "partialFingerprints": {"gpulint/v1": finding.fingerprint},
        # 3.27.23: present on one result means present on all
        "suppressions": _suppressions(finding.suppressed),
        "properties": {
            "confidence": finding.confidence.label,
            "pointer": finding.pointer.text,
            "facts": finding.facts,
            # no location: helm's names of templates are no paths of the repository
            **({"origin": _origin(finding.origin)} if finding.origin else {}),
        },
    }
    if related:
        row["relatedLocations"] = related
    if finding.fix is not None:
        row["fixes"] = [_fix(finding, finding.fix)]
    return row


def _fix(finding: Finding, fix: Fix) -> Row:
    """The edits of a fix (3.55), which lie on the line of the finding."""
    replacements = [
        {
            "deletedRegion": _region(edit.span, finding.excerpt),
            "insertedContent": {"text": edit.text},
        }
        for edit in fix.edits
    ]
    artifact = {"uri": uri(finding.file)}
    change = {"artifactLocation": artifact, "replacements": replacements}
    return {"description": {"text": printable(fix.message)}, "artifactChanges": [change]}


def _region(span: Span, text: str) -> Row:
    """The span in UTF-16 code units.

    Only the text of the first line is known, so a span that goes on ends there: a region without an
    end column reaches to the end of its line (3.30.8).
    """
    region: Row = {
        "startLine": max(1, span.line),
        "startColumn": max(1, _utf16_column(span.column, text)),
    }
    if span.end_line == span.line and span.end_column > span.column:
        region["endColumn"] = _utf16_column(span.end_column, text)
    return region


def _utf16_column(column: int, text: str) -> int:
    """Column in UTF-16 code units of a column in code points; both count from 1."""
    return column + sum(character > "\uffff" for character in text[: column - 1])


def _physical(file: str, region: Row) -> Row:
    """File and region."""
    return {"physicalLocation": {"artifactLocation": {"uri": uri(file)}, "region": region}}


def _logical(finding: Finding) -> Row:
    """The object and field, for readers that show them."""
    path = finding.pointer.field_path
    if finding.resource is None or not path:
        return {}
    name = f"{finding.resource.kind}/{finding.resource.name}"
    full = f"{finding.resource.namespace}/{name}/{path}".lstrip("/")
    return {"logicalLocations": [{"fullyQualifiedName": printable(full), "kind": "member"}]}


def _origin(origin: Origin) -> dict[str, object]:
    """The template behind a rendered line; `exact` only where it is a question."""
    return {k: v for k, v in origin._asdict().items() if k != "exact" or v is not None}


def _related(number: int, place: RelatedPlace) -> Row:
    """A second place; its line is not known as text, so only its start is told."""
    region: Row = {"startLine": max(1, place.span.line)}
    message = {"text": printable(place.message)}
    return {"id": number, "message": message, **_physical(place.file, region)}


def _suppressions(suppressed: Suppressed | None) -> list[Row]:
    """Why a result is silenced; empty when it is not."""
    if suppressed is None:
        return []
    row: Row = {
        "kind": "inSource" if suppressed.by in _IN_SOURCE else "external",
        "status": "accepted",
        "justification": printable(suppressed.reason or f"by {suppressed.by}"),
    }
    if suppressed.file:
        row["location"] = _physical(suppressed.file, {"startLine": max(1, suppressed.line)})
    return [row]


def _invocation(report: Report, index: dict[str, int]) -> Row:
    """How the run went: failures, unreadable inputs, and rules that could not speak. No clock."""
    unreadable = [each for each in report.inputs if each.status == "unreadable"]
    return {
        "executionSuccessful": not report.failures,
        "toolExecutionNotifications": [
            *(_failure(failure, index) for failure in report.failures),
            *(
                {
                    "level": "warning",
                    "message": {
                        "text": printable(f"could not be read: {each.detail or 'no reason known'}")
                    },
                    "locations": [_physical(each.file, {"startLine": 1})],
                }
                for each in unreadable
            ),
        ],
        "toolConfigurationNotifications": [
            {
                "level": "note",
                "message": {"text": printable(f"{skipped.rule} was skipped: {skipped.why}")},
                "associatedRule": {"id": skipped.rule, "index": index[skipped.rule]},
            }
            for skipped in report.skipped
        ],
    }


def _failure(failure: Failure, index: dict[str, int]) -> Row:
    """A check that raised."""
    about = f"{failure.rule} failed on {failure.resource or 'the input'}: {failure.error}"
    row: Row = {
        "level": "error",
        "message": {"text": printable(about)},
        "associatedRule": {"id": failure.rule, "index": index[failure.rule]},
    }
    if failure.file:
        row["locations"] = [_physical(failure.file, {"startLine": 1})]
    return row
