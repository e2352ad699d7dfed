"""Public manifests and the cases of real users: every error was looked at, every trap is walked past."""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import yaml

from gpulint.config.settings import Settings
from gpulint.core.errors import GpulintError
from gpulint.core.report import Report
from gpulint.core.severity import Confidence, Severity
from gpulint.engine import lint

VERDICTS = Path(__file__).with_name("verdicts.yaml")
FAILURES_FOUND = 45

pytestmark = pytest.mark.shared


class Verdict(NamedTuple):
    """What a person found who looked at the errors of a rule in a file: true, false or debatable."""

    rule: str
    file: str
    verdict: str
    why: str


def _verdicts() -> list[Verdict]:
    rows = yaml.safe_load(VERDICTS.read_text("utf-8"))
    return [Verdict(r["rule"], r["file"], str(r["verdict"]).lower(), r["why"]) for r in rows]


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    """Where the manifests lie."""
    return shared / "corpus" / "manifests"


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    """The whole corpus in one run."""
    return lint([str(folder)], Settings(jobs=1))


def test_no_check_raises_over_public_manifests(report: Report) -> None:
    """What people publish is odder than what we invent."""
    expected: tuple[object, ...] = ()
    actual = report.failures
    assert expected == actual


def test_every_file_is_accounted_for(report: Report, folder: Path) -> None:
    """Nothing passes in silence."""
    suffixes = (".yaml", ".yml", ".json")
    expected = sorted(str(p) for p in folder.rglob("*") if p.name.lower().endswith(suffixes))
    actual = sorted(each.file for each in report.inputs)
    assert expected == actual


def test_every_error_in_public_manifests_was_looked_at(report: Report, folder: Path) -> None:
    """A rule that reports something new there must be judged by a person before it ships."""
    expected = sorted({(each.rule, each.file) for each in _verdicts()})
    actual = sorted(
        {
            (f.id, Path(f.file).relative_to(folder).as_posix())
            for f in report.active
            if f.severity is Severity.ERROR
        }
    )
    assert expected == actual


def test_no_error_of_high_confidence_is_false(report: Report, folder: Path) -> None:
    """The promise that lets a pipeline stop a merge."""
    false = {(each.rule, each.file) for each in _verdicts() if each.verdict == "false"}
    expected: list[tuple[str, str, int]] = []
    actual = [
        (f.id, f.file, f.span.line)
        for f in report.active
        if f.severity is Severity.ERROR
        and f.confidence is Confidence.HIGH
        and (f.id, Path(f.file).relative_to(folder).as_posix()) in false
    ]
    assert expected == actual


def test_every_verdict_is_one_of_three_words_with_a_reason() -> None:
    """Whoever doubts it must be able to follow."""
    expected: list[Verdict] = []
    words = ("true", "false", "debatable")
    actual = [each for each in _verdicts() if each.verdict not in words or not each.why]
    assert expected == actual


@pytest.fixture(scope="module")
def score(shared: Path) -> ModuleType:
    """The scoring of the cases, with the engine in this process in place of a command."""
    spec = importlib.util.spec_from_file_location("score", shared / "tools" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["score"] = module
    spec.loader.exec_module(module)
    module.run = _run  # type: ignore[attr-defined]  # the module looks it up when it judges
    return module


def _run(command: list[str], case: Path, target: str) -> tuple[int, list[dict[str, Any]], str]:
    """One side of a case as `score.run` would lint it: exit code, findings, errors."""
    facts = ("nodes.yaml",) if (case / "nodes.yaml").exists() else ()
    before = os.getcwd()
    os.chdir(case)
    try:
        found = lint([target], Settings(facts=facts, jobs=1))
    except GpulintError as error:
        return error.exit_code, [], str(error)
    finally:
        os.chdir(before)
    findings = [
        {"id": f.id, "severity": f.severity.label, "file": f.file, "line": f.span.line}
        for f in found.active
    ]
    loud = any(f.severity >= Severity.WARNING for f in found.active)
    return 3 if found.failures else int(loud), findings, ""


def test_cases_of_real_users_are_found_and_traps_are_passed(
    score: ModuleType, shared: Path
) -> None:
    """They cost somebody a day each; a trap is what a careless rule would report."""
    cases = sorted(path.parent for path in (shared / "cases").glob("*/case.yaml"))
    judged = {case.name: score.judge([], case) for case in cases}
    missed = {
        name: why for name, (kind, _, ok, why) in judged.items() if kind != "failure" and not ok
    }
    found = sum(ok for kind, _, ok, _ in judged.values() if kind == "failure")
    assert (missed, found >= FAILURES_FOUND) == ({}, True)
