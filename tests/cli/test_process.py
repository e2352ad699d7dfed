"""What only a process of its own can show; the modules that it loads are in test_loaded_modules."""

import os
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one faulty file."""
    (tmp_path / "bad.yaml").write_text(BAD)
    return tmp_path


def test_python_can_run_the_package(folder: Path) -> None:
    """`python -m gpulint` works where scripts are not on the path, and gives the same codes."""
    done = subprocess.run(
        [sys.executable, "-m", "gpulint", "check", "-q", "bad.yaml"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    expected = (1, "bad.yaml:8:44: error GPU103", "")
    actual = (done.returncode, done.stdout[:27], done.stderr)
    assert expected == actual


@pytest.mark.parametrize("arguments", [("check", "bad.yaml"), ("rules", "list")])
def test_a_reader_that_leaves_early_sees_no_traceback(
    arguments: tuple[str, ...], folder: Path
) -> None:
    """`gpulint … | head -1` is everyday use."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gpulint", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, errors = process.communicate()
    assert (process.returncode, errors) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [("check", "bad.yaml"), ("webhook", "manifests")])
def test_a_full_disk_is_no_fault_of_gpulint(arguments: tuple[str, ...], folder: Path) -> None:
    """Whoever runs out of room should not be asked to report it."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gpulint", *arguments],
            cwd=folder,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    expected = (2, "gpulint: cannot write the output: No space left on device\n")
    assert expected == (done.returncode, done.stderr)


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
@pytest.mark.parametrize(
    ("command", "expected"),
    [("check bad.yaml >&-", (1, "")), ("check bad.yaml 2>&-", (1, "")), ("check - <&-", (0, ""))],
)
def test_a_stream_that_is_closed_is_no_fault_of_gpulint(
    command: str, expected: tuple[int, str], folder: Path
) -> None:
    """Services and cron jobs start programs so; the exit code is what they look at."""
    line = f"{sys.executable} -m gpulint {command}"
    done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    faults = "\n".join(each for each in done.stderr.splitlines() if "fault of gpulint" in each)
    assert (done.returncode, faults) == expected
