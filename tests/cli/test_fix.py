"""`--fix` and `--diff` as people call them."""

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpulint.cli.fix import show_fixes
from gpulint.config.settings import Settings
from gpulint.core.check import Check
from gpulint.core.errors import RuleError
from gpulint.core.rule import Rule
from gpulint.engine import judge, lint_texts
from gpulint.rulebook.bind import bind

Cli = Callable[..., Any]
TEXT = """\
apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
    - name: trainer
      image: registry.example/trainer:1.0
      resources:
        requests:
          nvidia.com/gpu: 2  # as before
        limits:
          nvidia.com/gpu: 4"""
DIFF = """\
--- a.yaml
+++ a.yaml
@@ -8,6 +8,6 @@
       image: registry.example/trainer:1.0
       resources:
         requests:
-          nvidia.com/gpu: 2  # as before
+          nvidia.com/gpu: 4  # as before
         limits:
           nvidia.com/gpu: 4
\\ No newline at end of file
"""


@pytest.fixture
def fixable(tmp_path: Path) -> Path:
    """A file with one finding, which has a fix."""
    path = tmp_path / "a.yaml"
    path.write_text(TEXT)
    return path


def test_diff_shows_the_change_and_writes_nothing(cli: Cli, fixable: Path) -> None:
    """It goes to `patch` or to a person who decides."""
    run = cli("check", "--diff", "a.yaml")
    expected = (1, DIFF, "", TEXT)
    actual = (run.code, run.out, run.err, fixable.read_text())
    assert expected == actual


def test_diff_of_what_has_no_fix_is_empty(cli: Cli, bad: str) -> None:
    """Exit 0 says that --fix would change nothing, not that all is well."""
    expected = (0, "", "")
    actual = tuple(cli("check", "--diff", bad))
    assert expected == actual


def test_fix_writes_the_file_and_reports_what_is_left(cli: Cli, fixable: Path, bad: str) -> None:
    """The exit code tells whether a person has to look."""
    run = cli("check", "-q", "--fix", "a.yaml", bad)
    expected = (
        1,
        "bad.yaml:11:27",
        "gpulint: 1 finding mended in 1 file\n",
        TEXT.replace("2  #", "4  #"),
    )
    actual = (run.code, run.out[:14], run.err, fixable.read_text())
    assert expected == actual


def test_fix_keeps_permissions_and_leaves_nothing_behind(cli: Cli, fixable: Path) -> None:
    """A script in a ConfigMap's folder must not become private to whoever ran the linter."""
    fixable.chmod(0o640)
    run = cli("check", "-q", "--fix", "a.yaml")
    expected = (0, 0o640, ["a.yaml"])
    actual = (run.code, fixable.stat().st_mode & 0o777, os.listdir(fixable.parent))
    assert expected == actual


def test_fix_leaves_silenced_findings_alone(cli: Cli, fixable: Path) -> None:
    """Somebody has said that it is meant so."""
    fixable.write_text(TEXT.replace("as before", "gpulint: ignore[GPU101] meant so"))
    run = cli("check", "-q", "--fix", "a.yaml")
    expected = (0, "gpulint: 0 findings mended in 0 files\n")
    actual = (run.code, run.err)
    assert expected == actual


def test_fix_says_what_it_left_out(cli: Cli, fixable: Path) -> None:
    """Else a fix that is shown and never written looks like a fault."""
    wrong = "nvidia.com/mig1g.5gb: 1\n          nvidia.com/mig-1g.5gb: 1"
    fixable.write_text(
        TEXT.replace("nvidia.com/gpu: 2  # as before", wrong)
        .replace("requests", "limits", 1)
        .replace("        limits:\n          nvidia.com/gpu: 4", "")
    )
    why = "as others overlap or a new finding would come"
    expected = f"gpulint: 0 findings mended in 0 files; 1 left out, {why}\n"
    actual = cli("check", "-q", "--fix", "a.yaml").err
    assert expected == actual


MISTAKES = [
    pytest.param(
        ("--fix", "--diff", "a.yaml"),
        "--fix and --diff exclude each other; give one of them",
        id="both",
    ),
    pytest.param(
        ("--fix", "-"), "--fix changes files, and standard input is none; name files", id="stdin"
    ),
    pytest.param(
        ("--fix", "--facts", "-", "a.yaml"),
        "--fix changes files, and standard input is none; name files",
        id="facts-can-be-read-once",
    ),
    pytest.param(
        ("--diff", "--format", "json", "a.yaml"),
        "--diff stands in place of a report; leave out --format, --output and --write-baseline",
        id="report",
    ),
]


@pytest.mark.parametrize(("arguments", "expected"), MISTAKES)
def test_what_cannot_go_together_is_told(
    arguments: tuple[str, ...], expected: str, cli: Cli, fixable: Path
) -> None:
    """Before anything is written."""
    run = cli("check", *arguments)
    assert (2, f"gpulint: {expected}\n") == (run.code, run.err)


def test_a_diff_of_several_files_ends_with_three_when_a_check_fails(
    cli: Cli, fixable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fixes of other rules are shown all the same, but the run is not what it should be."""

    def broken(rule: Rule) -> Check[object]:
        if rule.id == "GPU103":
            raise RuleError("no such check")
        return bind(rule)

    (fixable.parent / "b.yaml").write_text(TEXT)
    monkeypatch.setattr(judge, "run", functools.partial(judge.run, bound=broken))
    run = cli("check", "--diff", "a.yaml", "b.yaml")
    expected = (3, DIFF + DIFF.replace("a.yaml", "b.yaml"))
    actual = (run.code, run.out)
    assert expected == actual


def test_a_file_that_went_away_meanwhile_is_passed_over(
    cli: Cli, fixable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next run will say what there is to say."""
    monkeypatch.setattr("gpulint.source.files.read_file", lambda path, most: None)
    report = lint_texts({"a.yaml": TEXT.encode()}, Settings())
    expected = 0
    actual = show_fixes(report, Settings())
    assert expected == actual
