"""Checks that are passed over for want of their words would have found nothing."""

from pathlib import Path

import pytest

from gpulint.config.settings import Settings
from gpulint.core.finding import Finding
from gpulint.core.severity import Confidence, Severity
from gpulint.engine import lint_texts

SHARED = Path(__file__).parents[2].parent / "shared"
# Every file takes two runs: one in this many is looked at.
STEP = 4
LOUD = Settings(min_severity=Severity.INFO, min_confidence=Confidence.LOW, jobs=1)


def _told(path: Path, settings: Settings) -> list[tuple[object, ...]]:
    report = lint_texts({path.name: path.read_bytes()}, settings)
    unread = {each.file for each in report.inputs if each.status != "linted"}
    return [_facts(each) for each in report.findings if each.file not in unread]


def _facts(finding: Finding) -> tuple[object, ...]:
    return finding.id, finding.pointer, finding.span, finding.message


@pytest.mark.shared
@pytest.mark.parametrize("folder", ["corpus", "cases"])
def test_a_check_whose_words_are_missing_has_nothing_to_say(folder: str) -> None:
    """Each file is a run of its own, so that no word of another one lets a check in."""
    if not SHARED.is_dir():
        pytest.skip("the shared corpus is not beside this checkout")
    files = sorted(path for path in (SHARED / folder).rglob("*.y*ml") if path.is_file())[::STEP]
    everything = LOUD._replace(prefilter=False)
    expected = [(str(path), _told(path, everything)) for path in files]
    actual = [(str(path), _told(path, LOUD)) for path in files]
    assert expected == actual
