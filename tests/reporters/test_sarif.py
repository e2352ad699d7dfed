"""What GitHub refuses or misplaces, beyond the golden file."""

import json
from io import StringIO
from typing import Any

from gpulint.core.location import Span
from gpulint.core.report import Report
from gpulint.reporters.sarif import write


def _run(report: Report) -> dict[str, Any]:
    stream = StringIO()
    write(report, stream)
    run: dict[str, Any] = json.loads(stream.getvalue())["runs"][0]
    return run


def test_clean_run_has_empty_results(empty_report: Report) -> None:
    """A run without `results` is refused on upload."""
    expected = ([], True)
    run = _run(empty_report)
    actual = (run["results"], run["invocations"][0]["executionSuccessful"])
    assert expected == actual


def test_columns_count_utf16_units(full_report: Report) -> None:
    """An emoji takes two units: without conversion the mark would slip to the left."""
    finding = next(f for f in full_report.findings if "🚀" in f.excerpt)
    expected = {
        "startLine": finding.span.line,
        "startColumn": finding.span.column + 2,
        "endColumn": finding.span.end_column + 2,
    }
    run = _run(full_report._replace(findings=(finding,)))
    actual = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert expected == actual


def test_line_and_column_never_fall_below_one(full_report: Report) -> None:
    """One zero makes GitHub refuse the whole file."""
    finding = full_report.findings[0]._replace(span=Span(0, 0, 0, 0))
    expected = {"startLine": 1, "startColumn": 1}
    run = _run(full_report._replace(findings=(finding,)))
    actual = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert expected == actual


def test_every_result_names_its_rule_by_index(full_report: Report) -> None:
    """GitHub shows the help of the rule at that index."""
    run = _run(full_report)
    rules = run["tool"]["driver"]["rules"]
    expected = [result["ruleId"] for result in run["results"]]
    actual = [rules[result["ruleIndex"]]["id"] for result in run["results"]]
    assert expected == actual
