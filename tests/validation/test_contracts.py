"""What an author of a rule or of a configuration is told."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpulint.core.project_files import project_folder
from gpulint.validation.contracts import contract_errors
from tests.validation.objects import mutated

CONTRACTS = ("rule", "settings", "report", "facts", "baseline")

RULE: dict[str, object] = {
    "id": "GPU203",
    "name": "mig-profile-not-on-product",
    "check": "mig_profile_on_product",
    "severity": "error",
    "confidence": "high",
    "needs": ["siblings"],
    "params": {"limit": {"type": "integer", "default": 8}},
    "message": "{resource} does not exist on {product}",
    "why": "The pod stays pending.",
    "fix": "Ask for a profile that the product has.",
    "references": [{"title": "MIG", "url": "https://docs.nvidia.com/datacenter/tesla/mig/"}],
    "since": "0.1",
    "status": "stable",
    "proof": {"by": "kube-scheduler", "outcome": "pending"},
    "examples": [
        {"bad": "kind: Pod", "facts": "kind: Node", "settings": {"complete": True}},
        {"good": "kind: Pod", "files": {"other.yaml": "kind: Pod"}},
        {"near_miss": "kind: Pod", "name": "another product"},
    ],
}
SETTINGS: dict[str, object] = {
    "kubernetes": "1.37",
    "complete": True,
    "facts": ["cluster.yaml"],
    "baseline": "known.yaml",
    "fail-on": "error",
    "min-severity": "info",
    "min-confidence": "low",
    "select": ["GPU2"],
    "ignore": ["gangs"],
    "rules": {"GPU203": {"severity": "warning", "params": {"limit": 4}}, "a-name": {"off": True}},
    "paths": [{"match": "tests/**", "ignore": ["GPU1"], "rules": {}}],
    "externals": {"PriorityClass": ["prod-high"]},
    "suppress": [{"rules": ["GPU203"], "kind": "Pod", "reason": "known", "until": "2027-01-31"}],
    "helm": {"values": ["values-gpu.yaml"]},
}
FACTS: dict[str, object] = {
    "schema": "gpulint.facts/1",
    "date": "2026-11-30",
    "covers": ["Node"],
    "items": [{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"}}],
}
BASELINE: dict[str, object] = {
    "schema": "gpulint.baseline/1",
    "findings": [
        {
            "rule": "GPU101",
            "file": "jobs/a.yaml",
            "resource": "Pod ml/trainer",
            "field": "spec",
            "fingerprint": "1f0f86302b5e857edaee",
            "reason": "moving",
            "until": "2027-01-31",
        }
    ],
}
GOOD = {"rule": RULE, "settings": SETTINGS, "facts": FACTS, "baseline": BASELINE}


def _told(value: object, contract: str) -> list[tuple[str, str, str]]:
    return [
        (v.pointer.field_path, v.fault, v.message.partition("; ")[2])
        for v in contract_errors(value, contract)
    ]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_contract_is_a_schema(contract: str) -> None:
    """A slip in a schema judges nothing."""
    text = Path(project_folder("schemas"), f"{contract}.schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert f"https://gpulint.io/schemas/{contract}.schema.json" == schema["$id"]


@pytest.mark.parametrize("contract", sorted(GOOD))
def test_full_example_keeps_its_contract(contract: str) -> None:
    """Each key of the documentation is used once."""
    actual = contract_errors(GOOD[contract], contract)
    assert actual == ()


def test_golden_report_keeps_its_contract() -> None:
    """Readers of the JSON report build on its schema."""
    report = Path(project_folder("schemas")).parent / "fixtures/reports/report.json"
    actual = contract_errors(json.loads(report.read_text(encoding="utf-8")), "report")
    assert actual == ()


def test_report_may_grow() -> None:
    """Under one number keys are only added, so a reader must take unknown ones."""
    report = {"schema": "gpulint.report/1", "version": "9", "findings": [], "failures": []}
    counts = dict.fromkeys(
        ("error", "warning", "info", "suppressed", "files", "documents", "skipped", "later"), 0
    )
    value = {**report, "summary": counts, "skipped": [], "inputs": [], "later": 1}
    actual = contract_errors(value, "report")
    assert actual == ()


def test_unknown_setting_is_told_the_near_one() -> None:
    """An unknown key would be a setting that does nothing."""
    value = {"kubernets": "1.37", "fail_on": "error", "rules": {"GPU203": {"severty": "info"}}}
    expected = [
        ("fail_on", "unknown-field", "did you mean fail-on?"),
        ("kubernets", "unknown-field", "did you mean kubernetes?"),
        ("rules.GPU203.severty", "unknown-field", "did you mean severity?"),
    ]
    actual = _told(value, "settings")
    assert expected == actual


def test_wrong_values_of_settings_are_told_with_the_cure() -> None:
    """YAML reads an unquoted version as a number."""
    value = {"kubernetes": 1.37, "fail-on": "eror", "select": "GPU2", "complete": "true"}
    expected = [
        ("complete", "type", "remove the quotes"),
        ("fail-on", "enum", "did you mean error?"),
        ("kubernetes", "type", 'quote it: "1.37"'),
        ("select", "type", "put a dash before each item"),
    ]
    actual = _told(value, "settings")
    assert expected == actual


def test_every_missing_key_of_a_rule_is_named() -> None:
    """A new rule is filled in one go."""
    value = {key: each for key, each in RULE.items() if key not in ("why", "fix")}
    expected = ["fix is missing in the document", "why is missing in the document"]
    actual = [each.message for each in contract_errors(value, "rule")]
    assert expected == actual


def test_form_of_a_text_is_told_in_words() -> None:
    """A regular expression explains nothing."""
    value = {**RULE, "id": "GPU20"}
    expected = ["id is GPU20, wanted is GPU and three digits, such as GPU203"]
    actual = [each.message for each in contract_errors(value, "rule")]
    assert expected == actual


def test_choices_are_told_as_one_fault() -> None:
    """A fault in each branch of a choice would hide what is meant."""
    examples = [{"bad": "x", "good": "x"}, {"name": "x"}, {"good": "x"}]
    value = {**RULE, "examples": examples, "params": {"limit": {"type": "integer"}}}
    one = "wanted is exactly one of bad, good, near_miss"
    expected = [
        f"examples[0] is a map, {one}",
        f"examples[1] is a map, {one}",
        "params.limit is a map, wanted is at least one of default, const",
    ]
    actual = [each.message for each in contract_errors(value, "rule")]
    assert expected == actual


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, [("", "type", "")]),
        ([], [("", "type", "")]),
        ({1: 2}, [('["1"]', "unknown-field", "")]),
        ({"rules": {None: [{}]}}, [("rules.null", "type", "remove the dashes")]),
        ({"paths": [{"match": ()}]}, [("paths[0].match", "value", "")]),
    ],
)
def test_any_value_is_judged(value: object, expected: list[tuple[str, str, str]]) -> None:
    """A configuration file may hold anything."""
    actual = _told(value, "settings")
    assert expected == actual


def test_nesting_without_end_is_a_wrong_type() -> None:
    """The fast library gives up on it, the slow one would overflow."""
    value: object = "x"
    for _ in range(3000):
        value = [value]
    expected = [("facts[0]", "type", "")]
    actual = _told({"facts": [value]}, "settings")
    assert expected == actual


@pytest.mark.parametrize("contract", sorted(GOOD))
def test_verdict_is_that_of_jsonschema(contract: str) -> None:
    """The fast library decides first, the slow one words it."""
    text = Path(project_folder("schemas"), f"{contract}.schema.json").read_text(encoding="utf-8")
    validator = jsonschema.Draft202012Validator(json.loads(text))
    values = list(mutated(GOOD[contract], 80, seed=3))
    expected = [validator.is_valid(value) for value in values]
    actual = [not contract_errors(value, contract) for value in values]
    assert expected == actual
