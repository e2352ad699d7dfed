"""What is imported by whom: a hook starts at every commit, and milliseconds add up."""

import subprocess
import sys
from pathlib import Path

import pytest

BAD = """\
apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec:
  containers:
    - name: trainer
      image: registry.example/trainer:1.0
      resources: {limits: {nvidia.com/gpu: 0.5}}
"""
HEAVY = (
    "yaml", "json", "jsonschema", "jsonschema_rs", "kubernetes_validate", "logging",
    "dataclasses", "importlib.metadata", "hashlib", "gpulint.engine.run",
    "gpulint.engine.lint", "gpulint.model.pod", "gpulint.reporters.text", "gpulint.cli.check",
    "gpulint.cli.rules",
)  # fmt: skip
SHOW = """
import atexit, os, sys
def show():
    sys.stderr.write("loaded: " + " ".join(m for m in %r if m in sys.modules))
atexit.register(show)
from gpulint.cli.main import main
main()
"""


def _loaded(folder: Path, *arguments: str) -> set[str]:
    """Which heavy modules a run of gpulint has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW % (HEAVY,), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return set(done.stderr.rpartition("loaded: ")[2].split())


def test_the_version_loads_nothing(tmp_path: Path) -> None:
    """Neither a command nor the engine is needed to print a constant."""
    expected: set[str] = set()
    actual = _loaded(tmp_path, "--version")
    assert expected == actual


def test_a_file_that_is_no_manifest_loads_neither_parser_nor_rules(tmp_path: Path) -> None:
    """Most files of most commits are such."""
    (tmp_path / "plain.yaml").write_text("a: 1\nb: [2, 3]\n")
    allowed = {"gpulint.cli.check", "gpulint.engine.lint", "gpulint.reporters.text"}
    expected: set[str] = set()
    actual = _loaded(tmp_path, "check", "plain.yaml") - allowed
    assert expected == actual


@pytest.mark.parametrize(
    "module", ["jsonschema", "kubernetes_validate", "logging", "importlib.metadata"]
)
def test_a_gpu_file_loads_no_library_that_it_can_do_without(module: str, tmp_path: Path) -> None:
    """Each of these costs more than the whole judgement of a file."""
    (tmp_path / "bad.yaml").write_text(BAD)
    loaded = _loaded(tmp_path, "check", "bad.yaml")
    expected = (True, False)
    actual = ("yaml" in loaded, module in loaded)
    assert expected == actual


def test_listing_rules_reads_the_index_alone(tmp_path: Path) -> None:
    """A hundred YAML files would take ten times as long."""
    loaded = _loaded(tmp_path, "rules", "list")
    expected = {"json", "gpulint.cli.rules"}
    actual = loaded & {"json", "yaml", "gpulint.cli.rules", "gpulint.cli.check"}
    assert expected == actual


def test_python_can_run_the_package(tmp_path: Path) -> None:
    """`python -m gpulint` works where scripts are not on the path, and gives the same codes."""
    (tmp_path / "bad.yaml").write_text(BAD)
    done = subprocess.run(
        [sys.executable, "-m", "gpulint", "check", "-q", "bad.yaml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    expected = (1, "bad.yaml:8:44: error GPU103", "")
    actual = (done.returncode, done.stdout[:27], done.stderr)
    assert expected == actual


@pytest.mark.parametrize("arguments", [("check", "bad.yaml"), ("rules", "list")])
def test_a_reader_that_leaves_early_sees_no_traceback(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    """`gpulint … | head -1` is everyday use."""
    (tmp_path / "bad.yaml").write_text(BAD)
    process = subprocess.Popen(
        [sys.executable, "-m", "gpulint", *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, errors = process.communicate()
    assert (process.returncode, errors) == (1, "")
