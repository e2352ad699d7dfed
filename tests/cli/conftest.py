"""The command line in this process: arguments in, exit code and both streams out."""

import gc
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from gpulint.cli.main import main

# one error, GPU103, at line 11
BAD = """\
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
          nvidia.com/gpu: 0.5
"""


class Ran(NamedTuple):
    """What a call left behind."""

    code: int
    out: str
    err: str


Cli = Callable[..., Ran]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Call gpulint in an empty folder: `cli("check", "a.yaml", stdin=b"…")`."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["gpulint", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        try:
            main()
            code: object = 0
        except SystemExit as ended:
            code = ended.code
        finally:
            gc.enable()  # a check switches it off for the rest of its process
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Ran(int(str(code or 0)), out, err)

    return run


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """Name of a file with one error, GPU103, at line 11."""
    (tmp_path / "bad.yaml").write_text(BAD)
    return "bad.yaml"


@pytest.fixture
def good(tmp_path: Path) -> str:
    """Name of a file with a GPU and without a finding."""
    (tmp_path / "good.yaml").write_text(BAD.replace("0.5", "1"))
    return "good.yaml"
