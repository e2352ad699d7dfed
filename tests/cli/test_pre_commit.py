"""The hooks as users meet them: pre-commit builds this checkout and runs it in another repository."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = """\
apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
    - name: trainer
      image: registry.example/trainer:1.0
      resources:
        limits:
          nvidia.com/gpu: {gpus}
"""
OFFLINE = re.compile(
    r"No matching distribution|Temporary failure|Connection|NewConnectionError|Max retries"
)


def _tool(name: str) -> str:
    """A program beside the interpreter or on the path; the test is skipped without it."""
    places = os.pathsep.join((os.path.dirname(sys.executable), os.environ.get("PATH", "")))
    found = shutil.which(name, path=places)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def _run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder, away from the user's own repository and hooks."""
    environment = {key: text for key, text in os.environ.items() if not key.startswith("GIT_")}
    environment["PRE_COMMIT_HOME"] = str(folder.parent / "cache")
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def _baselined(folder: Path, name: str) -> None:
    """Make what is found in a file known by a baseline that the configuration names."""
    check = (sys.executable, "-m", "gpulint", "check", name)
    _run(folder, *check, "--write-baseline", "known.yaml")
    (folder / ".gpulint.yaml").write_text("baseline: known.yaml\n")


def _hooks_over(folder: Path, manifests: dict[str, str]) -> dict[str, list[str]]:
    """What each hook says about a repository of these manifests: `file:line id`, sorted."""
    git, pre_commit = _tool("git"), _tool("pre-commit")
    for name, text in manifests.items():
        (folder / name).write_text(text)
        if name.startswith("old"):
            _baselined(folder, name)
    _run(folder, git, "init", "--quiet")
    _run(folder, git, "add", ".")
    done = _run(
        folder, pre_commit, "try-repo", str(ROOT), "--all-files", "--verbose", "--color", "never"
    )
    if done.returncode not in (0, 1) and OFFLINE.search(done.stdout + done.stderr):
        pytest.skip("pre-commit cannot reach the package registry")
    parts = re.split(r"^- hook id: ", done.stdout, flags=re.MULTILINE)[1:]
    said = {part.split("\n", 1)[0]: _places(part) for part in parts}
    return said or {"nothing ran": [done.stdout, done.stderr]}


def _places(output: str) -> list[str]:
    """The findings that a hook printed; all that it said when there are none."""
    found = re.findall(r"^(?:\./)?(\S+:\d+):\d+: \w+ (GPU\d+)", output, flags=re.MULTILINE)
    return sorted(" ".join(place) for place in found) or [output]


def test_hooks_find_the_new_faulty_manifest_alone(tmp_path: Path) -> None:
    """A hook that is wrongly declared fails at every user, and nowhere else; a baseline holds here too."""
    folder = tmp_path / "repository"
    folder.mkdir()
    manifests = {
        "bad.yaml": MANIFEST.format(gpus=0.5),
        "good.yaml": MANIFEST.format(gpus=1),
        "old.yaml": MANIFEST.format(gpus=0.25).replace("name: trainer", "name: old"),
    }
    expected = {"gpulint": ["bad.yaml:11 GPU103"], "gpulint-all": ["bad.yaml:11 GPU103"]}
    actual = _hooks_over(folder, manifests)
    assert expected == actual
