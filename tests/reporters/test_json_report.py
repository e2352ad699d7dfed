import json
from io import StringIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from gpulint.core.location import Origin
from gpulint.core.report import Report
from gpulint.reporters.json_report import write
from gpulint.validation.contracts import contract_errors

KEYS = [
    *("id", "name", "severity", "confidence", "message", "file", "line", "column", "end_line"),
    *("end_column", "pointer", "field", "resource", "facts", "related", "fix", "fingerprint"),
    "suppressed",
]


def _written(report: Report) -> dict[str, Any]:
    stream = StringIO()
    write(report, stream)
    value: dict[str, Any] = json.loads(stream.getvalue())
    return value


@pytest.mark.parametrize("name", ["full_report", "empty_report"])
def test_report_keeps_its_contract(name: str, request: pytest.FixtureRequest) -> None:
    """Programs are written against the published schema."""
    expected = ()
    actual = contract_errors(_written(request.getfixturevalue(name)), "report")
    assert expected == actual


def test_keys_stand_in_the_order_of_the_contract(full_report: Report) -> None:
    """A diff of two reports stays short."""
    expected = [KEYS, [*KEYS, "origin"], KEYS, KEYS]
    actual = [list(finding) for finding in _written(full_report)["findings"]]
    assert expected == actual


def test_facts_of_any_type_become_json(full_report: Report) -> None:
    """A check may hand over what it has; a report that cannot be written helps nobody."""
    facts = {
        "set": {"b", "a"},
        "map": MappingProxyType({1: (2,)}),
        "list": full_report.findings[0].pointer,
        (1,): Path("a"),
    }
    finding = full_report.findings[0]._replace(facts=facts)
    expected = {"set": ["a", "b"], "map": {"1": [2]}, "list": [], "(1,)": "a"}
    actual = _written(full_report._replace(findings=(finding,)))["findings"][0]["facts"]
    assert expected == actual


def test_numbers_that_json_lacks_become_text(full_report: Report) -> None:
    """YAML has .inf and .nan, and numbers longer than Python writes out."""
    facts = {"a": float("inf"), "b": [float("nan")], "c": 16**4000, "d": 1.5}
    finding = full_report.findings[0]._replace(facts=facts)
    expected = {"a": "inf", "b": ["nan"], "c": "0x1" + "0" * 4000, "d": 1.5}
    actual = _written(full_report._replace(findings=(finding,)))["findings"][0]["facts"]
    assert expected == actual


@pytest.mark.parametrize(("exact", "expected"), [(None, None), (True, True), (False, False)])
def test_origin_says_whether_the_line_is_exact_where_that_is_a_question(
    full_report: Report, exact: bool | None, expected: bool | None
) -> None:
    """A program that rewrites the line must know that it is the one."""
    origin = Origin("a/templates/b.yaml", 1, "a", exact)
    finding = full_report.findings[0]._replace(origin=origin)
    written = _written(full_report._replace(findings=(finding,)))
    actual = (contract_errors(written, "report"), written["findings"][0]["origin"].get("exact"))
    assert actual == ((), expected)
