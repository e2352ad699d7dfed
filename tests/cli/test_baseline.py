"""`--write-baseline` and `--baseline` as people call them."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
BOTH = (
    "--baseline and --write-baseline exclude each other; --write-baseline reads the old one itself"
)


def test_the_run_that_writes_ends_as_the_next_one_will(cli: Cli, bad: str) -> None:
    """Exit 1 from the command that sets things right would stop the script around it."""
    write = cli("check", "-q", "--write-baseline", "known.yaml", bad)
    told = "gpulint: known.yaml: 1 finding recorded, 1 new, 0 removed\n"
    expected = [(0, "", told), (0, "", "")]
    actual = [tuple(write), tuple(cli("check", "-q", "--baseline", "known.yaml", bad))]
    assert expected == actual


def test_the_configuration_names_a_baseline_from_its_folder(
    cli: Cli, bad: str, tmp_path: Path
) -> None:
    """The hook gives no options."""
    (tmp_path / "conf").mkdir()
    cli("check", "--write-baseline", "conf/known.yaml", bad)
    (tmp_path / "conf/gpulint.yaml").write_text("baseline: known.yaml\n")
    expected = (0, "", "")
    actual = tuple(cli("check", "-q", "--config", "conf/gpulint.yaml", bad))
    assert expected == actual


def test_writing_passes_over_the_baseline_of_the_configuration(
    cli: Cli, bad: str, tmp_path: Path
) -> None:
    """What one baseline silences would be missing in the other, or in itself."""
    (tmp_path / ".gpulint.yaml").write_text("baseline: known.yaml\n")
    runs = [cli("check", "-q", "--write-baseline", "known.yaml", bad) for _ in range(2)]
    expected = [
        "gpulint: known.yaml: 1 finding recorded, 1 new, 0 removed\n",
        "gpulint: known.yaml: 1 finding recorded, 0 new, 0 removed\n",
    ]
    actual = [run.err for run in runs]
    assert expected == actual


def test_mistakes_end_with_two(cli: Cli, bad: str, tmp_path: Path) -> None:
    """A run that silences nothing, or writes over a manifest, must not look like a normal one."""
    (tmp_path / ".gpulint.yaml").write_text("# ours\nbaseline: nowhere.yaml\n")
    wrong = "bad.yaml:1: no baseline; this release reads schema: gpulint.baseline/1"
    missing = "cannot read the baseline nowhere.yaml: no such file or directory"
    hint = "`--write-baseline nowhere.yaml` makes one"
    expected = [
        (2, f"gpulint: .gpulint.yaml:2: {missing}; {hint}\n"),
        (2, f"gpulint: {wrong}\n"),
        (2, f"gpulint: {wrong}\n"),
        (2, f"gpulint: {BOTH}\n"),
    ]
    runs = [
        cli("check", bad),
        cli("check", "--baseline", bad, bad),
        cli("check", "--write-baseline", bad, bad),
        cli("check", "--baseline", "a", "--write-baseline", "b", bad),
    ]
    actual = [(run.code, run.err) for run in runs]
    assert expected == actual


def test_an_expired_entry_stays_and_is_counted(cli: Cli, bad: str, tmp_path: Path) -> None:
    """Writing again renews no promise; the command says so at once."""
    cli("check", "--write-baseline", "known.yaml", bad)
    known = tmp_path / "known.yaml"
    known.write_text(known.read_text().replace('"}', '", until: 2020-01-01}'))
    late = "1 are past their last day and not silenced"
    expected = (1, f"gpulint: known.yaml: 1 finding recorded, 0 new, 0 removed; {late}\n")
    run = cli("check", "-q", "--write-baseline", "known.yaml", bad)
    actual = (run.code, run.err)
    assert expected == actual


def test_a_new_baseline_can_be_read_like_any_new_file(cli: Cli, bad: str, tmp_path: Path) -> None:
    """It is committed, and read by other users in CI; a link to it stays one."""
    (tmp_path / "link.yaml").symlink_to("known.yaml")
    cli("check", "--write-baseline", "link.yaml", bad)
    (tmp_path / "plain").touch()
    modes = [os.stat(tmp_path / name).st_mode for name in ("plain", "known.yaml")]
    expected = (modes[0], True, ["bad.yaml", "known.yaml", "link.yaml", "plain"])
    actual = (modes[1], (tmp_path / "link.yaml").is_symlink(), sorted(os.listdir(tmp_path)))
    assert expected == actual


def test_an_empty_file_is_written_over(cli: Cli, bad: str, tmp_path: Path) -> None:
    """Scripts make the name first; nothing is lost in it."""
    (tmp_path / "known.yaml").touch()
    expected = (0, "gpulint: known.yaml: 1 finding recorded, 1 new, 0 removed\n")
    run = cli("check", "-q", "--write-baseline", "known.yaml", bad)
    actual = (run.code, run.err)
    assert expected == actual


def test_a_folder_that_is_not_there_is_a_usage_error(cli: Cli, bad: str) -> None:
    """A traceback would tell the same in forty lines."""
    expected = (2, "gpulint: cannot write no/known.yaml: No such file or directory\n")
    run = cli("check", "--write-baseline", "no/known.yaml", bad)
    actual = (run.code, run.err)
    assert expected == actual


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_silenced_findings_stay_in_reports_for_programs(
    form: str, cli: Cli, bad: str, tmp_path: Path
) -> None:
    """Code scanning closes an alert that is gone, and marks one that is suppressed."""
    cli("check", "--write-baseline", "known.yaml", bad)
    known = tmp_path / "known.yaml"
    known.write_text(known.read_text().replace('"}', '", reason: moving}'))
    report = json.loads(cli("check", "--format", form, "--baseline", "known.yaml", bad).out)
    expected: object = {"by": "baseline", "reason": "moving", "file": "known.yaml", "line": 4}
    if form == "json":
        actual = report["findings"][0]["suppressed"]
    else:
        place = {"artifactLocation": {"uri": "known.yaml"}, "region": {"startLine": 4}}
        expected = [
            {
                "kind": "external",
                "status": "accepted",
                "justification": "moving",
                "location": {"physicalLocation": place},
            }
        ]
        actual = report["runs"][0]["results"][0]["suppressions"]
    assert expected == actual


def test_a_helm_command_has_a_baseline_too(cli: Cli) -> None:
    """An old release is upgraded for years with the values of its first day."""
    words = ("install", "o", "nvidia/gpu-operator", "--set", "mig.Strategy=mixed")
    write = cli("helm", "-q", "--write-baseline", "known.yaml", *words)
    told = "gpulint: known.yaml: 1 finding recorded, 1 new, 0 removed\n"
    expected = [(0, "", told), (0, "", "")]
    actual = [tuple(write), tuple(cli("helm", "-q", "--baseline", "known.yaml", *words))]
    assert expected == actual


def test_standard_input_has_a_baseline_too(cli: Cli, bad: str, tmp_path: Path) -> None:
    """`helm template … | gpulint check -` is how charts are checked in CI."""
    text = (tmp_path / bad).read_bytes()
    cli("check", "-", "--write-baseline", "known.yaml", stdin=text)
    expected = (0, "", "")
    actual = tuple(cli("check", "-q", "-", "--baseline", "known.yaml", stdin=b"# x\n" + text))
    assert expected == actual
