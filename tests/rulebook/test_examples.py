from collections.abc import Mapping

import pytest

from gpulint.core.finding import Finding, ResourceName, Suppressed
from gpulint.core.location import Span
from gpulint.core.pointer import ROOT
from gpulint.core.report import Failure, Report, Skipped
from gpulint.core.severity import Confidence, Severity
from gpulint.rulebook.examples import run_examples
from gpulint.rulebook.rule_file import RuleFile, read_rule_file


def _finding(
    line: int,
    id: str = "GPU203",
    severity: Severity = Severity.ERROR,
    file: str = "bad.yaml",
    suppressed: Suppressed | None = None,
    **facts: object,
) -> Finding:
    span = Span(line, 1, line, 2)
    name = ResourceName("v1", "Pod", "", "trainer")
    head = (id, "profile-odd", severity, Confidence.HIGH, "odd is odd", file, span, ROOT, name)
    return Finding(*head, facts=facts or {"profile": "odd"}, suppressed=suppressed)


def _lint(good: tuple[Finding, ...] = (), bad: tuple[Finding, ...] = (), **rest: object):
    def lint(
        texts: Mapping[str, bytes], settings: Mapping[str, object], facts: Mapping[str, bytes]
    ) -> Report:
        return Report("0", bad, **rest) if "bad.yaml" in texts else Report("0", good)

    return lint


def _rule(desk, *changes: tuple[str, str]) -> RuleFile:
    return read_rule_file(str(desk.write_rule(*changes)), "rules/mig/profile-odd.yaml")


BAD = "rules/mig/profile-odd.yaml:18: "
CASES = {
    "all as marked": (_lint(bad=(_finding(2),)), ()),
    "nothing": (_lint(), (BAD + "expected GPU203 at bad.yaml:2, found none",)),
    "a failed check": (
        _lint(
            bad=(_finding(2),), failures=(Failure("GPU203", "Pod x", "bad.yaml", "KeyError: 1"),)
        ),
        (BAD + "the check of GPU203 raised: KeyError: 1",),
    ),
    "a message of a fact that is none": (
        _lint(
            failures=(Failure("GPU203", "Pod x", "bad.yaml", "the message names it", "message"),)
        ),
        ("rules/mig/profile-odd.yaml:8: the message names it",),
    ),
    "skipped": (
        _lint(skipped=(Skipped("GPU203", "no facts"),)),
        (BAD + "expected GPU203 at bad.yaml:2, found none (skipped: no facts)",),
    ),
    "another line": (
        _lint(bad=(_finding(1),)),
        (
            BAD + "expected GPU203 at bad.yaml:2, found it at line 1",
            BAD + "found GPU203 at bad.yaml:1, not marked: odd is odd",
        ),
    ),
    "twice": (
        _lint(bad=(_finding(2), _finding(2))),
        (BAD + "found GPU203 at bad.yaml:2 2 times, expected 1",),
    ),
    "another rule too": (
        _lint(bad=(_finding(2), _finding(1, "GPU101"))),
        (BAD + "found GPU101 at bad.yaml:1, not marked: odd is odd",),
    ),
    "advice of another rule": (
        _lint(bad=(_finding(2), _finding(1, "GPU101", Severity.INFO))),
        (),
    ),
    "suppressed": (
        _lint(bad=(_finding(2, suppressed=Suppressed("comment", "known")),)),
        (BAD + "expected GPU203 at bad.yaml:2, found none",),
    ),
    "a field that no fact fills": (
        _lint(bad=(_finding(2, product="H100"),)),
        (BAD + "the check gives no profile for the message: odd is odd",),
    ),
    "a finding in good ones": (
        _lint(bad=(_finding(2),), good=(_finding(2, "GPU101", file="good.yaml"),)),
        (
            "rules/mig/profile-odd.yaml:21: "
            "found GPU101 at good.yaml:2 in a good example: odd is odd",
            "rules/mig/profile-odd.yaml:24: "
            "found GPU101 at good.yaml:2 in a near_miss example: odd is odd",
        ),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_examples_are_held_against_the_findings(desk, case: str) -> None:
    """A rule is what its examples say; each way to differ has its own words."""
    lint, expected = CASES[case]
    actual = tuple(str(each) for each in run_examples(_rule(desk), lint))
    assert expected == actual


SETTINGS = {
    "plain": ((), {}),
    "preview": (
        (("status: stable", "status: preview"),),
        {"rules": {"GPU203": {"off": False}}},
    ),
    "advice": ((("severity: error", "severity: info"),), {"min-severity": "info"}),
    "unsure": ((("confidence: high", "confidence: low"),), {"min-confidence": "low"}),
    "with a parameter": (
        (
            ("params: {}", "params: {most: {type: integer, default: 3}}"),
            ("  - bad: |", "  - settings: {params: {most: 5}}\n    bad: |"),
        ),
        {"rules": {"GPU203": {"params": {"most": 5}}}},
    ),
    "own": (
        (("  - bad: |", "  - settings: {complete: true}\n    bad: |"),),
        {"complete": True},
    ),
}


@pytest.mark.parametrize("case", SETTINGS)
def test_an_example_is_run_so_that_its_rule_is_heard(desk, case: str) -> None:
    """A rule that the defaults hide would otherwise never be tested."""
    changes, expected = SETTINGS[case]
    seen = []

    def lint(
        texts: Mapping[str, bytes], settings: Mapping[str, object], facts: Mapping[str, bytes]
    ) -> Report:
        seen.append(dict(settings))
        return Report("0", ())

    run_examples(_rule(desk, *changes), lint)
    actual = seen[0]
    assert expected == actual


def test_an_example_hands_over_all_its_texts(desk) -> None:
    """Rules over several objects and over facts need the other files as well."""
    more = "    files:\n      other.yaml: |\n        kind: Queue\n    facts: |\n      kind: Node\n"
    rule = _rule(desk, ("  - good: |", f"{more}  - good: |"))
    expected = (
        {"bad.yaml": b"kind: Pod\nprofile: odd  # <- GPU203\n", "other.yaml": b"kind: Queue\n"},
        {"facts.yaml": b"kind: Node\n"},
    )
    seen = []

    def lint(
        texts: Mapping[str, bytes], settings: Mapping[str, object], facts: Mapping[str, bytes]
    ) -> Report:
        seen.append((dict(texts), dict(facts)))
        return Report("0", ())

    run_examples(rule, lint)
    actual = seen[0]
    assert expected == actual
