"""The tools that hold the house: types, style and floors, run as a contributor would."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

TOOLS = {
    "types": [sys.executable, "-m", "mypy"],
    "lint": [sys.executable, "-m", "ruff", "check", "."],
    "format": [sys.executable, "-m", "ruff", "format", "--check", "."],
    "floors": [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as run; run()",
    ],
}


@pytest.mark.parametrize("tool", TOOLS)
def test_tool_has_nothing_to_say(tool: str) -> None:
    """What a machine can hold, nobody has to remember."""
    done = subprocess.run(TOOLS[tool], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
