"""Same input, same bytes, whatever is switched off, however many processes read it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpulint.config.settings import Settings
from gpulint.core.finding import Finding
from gpulint.core.report import Report
from gpulint.core.severity import Confidence, Severity
from gpulint.engine import lint
from gpulint.reporters.json_report import write
from gpulint.reporters.style import PLAIN

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = "fixtures/scenario/before"
ALL = Settings(min_severity=Severity.INFO, min_confidence=Confidence.LOW, jobs=1)


def _json(seed: str, *paths: str) -> bytes:
    """The JSON report of a process that hashes strings by this seed."""
    return subprocess.run(
        [sys.executable, "-m", "gpulint", "check", "--format", "json", "--complete", *paths],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
    ).stdout


def test_the_order_of_sets_reaches_no_report() -> None:
    """Python orders sets anew in every process; a report that follows looks changed in every diff."""
    expected = [_json("0", SCENARIO)] * 3
    actual = [_json(seed, SCENARIO) for seed in ("1", "2", "3")]
    assert expected == actual


def test_the_order_of_the_files_moves_no_finding() -> None:
    """A hook and a pipeline name the same files in different orders."""
    files = sorted(str(path) for path in (ROOT / SCENARIO).glob("*.yaml"))
    expected = lint(files, ALL).findings
    actual = lint(files[::-1], ALL).findings
    assert expected == actual


def _findings(report: Report) -> tuple[Finding, ...]:
    assert report.failures == ()
    return report.findings


@pytest.fixture(scope="module")
def corpus(shared: Path) -> str:
    """Public manifests, hundreds of files."""
    return str(shared / "corpus" / "manifests")


@pytest.fixture(scope="module")
def whole(corpus: str) -> Report:
    """The report of one process with all filters on."""
    return lint([corpus], ALL)


@pytest.mark.shared
def test_the_prefilter_hides_nothing_in_public_manifests(corpus: str, whole: Report) -> None:
    """It is derived from the rules, and only a whole corpus shows that nothing was forgotten."""
    expected = _findings(lint([corpus], ALL._replace(prefilter=False)))
    actual = _findings(whole)
    assert expected == actual


@pytest.mark.shared
def test_two_processes_read_the_same_as_one(corpus: str, whole: Report, tmp_path: Path) -> None:
    """Speed must not change a byte."""
    reports = (whole, lint([corpus], ALL._replace(jobs=2)))
    paths = [tmp_path / name for name in ("one.json", "two.json")]
    for path, report in zip(paths, reports, strict=True):
        with path.open("w", encoding="utf-8") as stream:
            write(report, stream, PLAIN)
    expected = paths[0].read_bytes()
    actual = paths[1].read_bytes()
    assert expected == actual
