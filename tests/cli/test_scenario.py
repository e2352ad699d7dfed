"""The small platform of fixtures/scenario, as it is often written and as it should be."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
Cli = Callable[..., Any]


def test_the_report_over_the_faulty_platform_is_as_approved(
    cli: Cli, golden: Callable[[str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line of it was read by a person; what moves it should be read as well."""
    monkeypatch.chdir(ROOT)
    # without the summary, which counts rules that could not speak: it grows with every new rule
    actual = cli("check", "fixtures/scenario/before").out.rpartition("\n\n")[0] + "\n"
    expected = golden("scenario/before.txt", actual)
    assert expected == actual


def test_the_mended_platform_has_no_finding(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice that leaves a finding behind would send people in circles."""
    monkeypatch.chdir(ROOT)
    ran = cli("check", "fixtures/scenario/after", "--format", "json", "--min-confidence", "low")
    expected = (0, [])
    found = json.loads(ran.out)["findings"]
    actual = (ran.code, [(each["id"], each["file"], each["line"]) for each in found])
    assert expected == actual


def test_each_faulty_file_has_a_finding(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without one would show nothing."""
    monkeypatch.chdir(ROOT)
    report = json.loads(cli("check", "fixtures/scenario/before", "--format", "json").out)
    expected = [each["file"] for each in report["inputs"]]
    actual = sorted({each["file"] for each in report["findings"]})
    assert expected == actual
