"""What holds for every file of the repository."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "gpulint"
# where the scaffold writes the word, and where the audit and its tests look for it
SCAFFOLD = ("gpulint/rulebook/template.py", "gpulint/rulebook/audit.py", "tests/")
# built from parts, so that this file does not find itself
MACHINE = re.compile("|".join("/" + name + "/[a-z]" for name in ("work", "tmp", "root", "home")))
UNFINISHED = re.compile("|".join(("TO" + "DO", "FIX" + "ME", "X" * 3 + r"\b")))
# an example path is no path of a machine
ALLOWED = ("/home/me/", "/tmp/gpulint")


def _tracked() -> list[Path]:
    """Text files that git knows; the test is skipped where there is no git."""
    try:
        done = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no git checkout")
    names = [name for name in done.stdout.split("\0") if name]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def _lines() -> Iterator[tuple[str, str]]:
    """Every line of every tracked text with its place."""
    for path in _tracked():
        name = path.relative_to(ROOT).as_posix()
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").splitlines(), 1):
            yield f"{name}:{number}", line


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    """It would work there, and nowhere else."""
    expected: list[str] = []
    actual = [
        place
        for place, line in _lines()
        if MACHINE.search(line) and not any(allowed in line for allowed in ALLOWED)
    ]
    assert expected == actual


def test_nothing_is_left_to_be_done_in_the_text() -> None:
    """What is unfinished is told in an issue, where it is found again."""
    expected: list[str] = []
    actual = [
        place
        for place, line in _lines()
        if UNFINISHED.search(line) and not place.startswith(SCAFFOLD)
    ]
    assert expected == actual


def test_every_module_says_what_it_holds() -> None:
    """The first line of a file is read more often than all others."""
    expected: list[str] = []
    actual = [
        path.relative_to(ROOT).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert expected == actual


def _modules() -> dict[str, Path]:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def _imports(path: Path, modules: dict[str, Path]) -> set[str]:
    """Modules of ours that a module imports anywhere, lazily and for types too."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            named |= inner & modules.keys() or {node.module}
    return named & modules.keys()


def _circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that reach each other."""
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for each in graph[waiting.pop()] - seen:
                seen.add(each)
                waiting.append(each)
        reach[start] = seen
    groups = {
        frozenset({one, *(other for other in reach[one] if one in reach[other])})
        for one in graph
        if one in reach[one]
    }
    return sorted(sorted(group) for group in groups)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Import-linter looks at floors; a circle within a floor is as hard to take apart."""
    modules = _modules()
    expected: list[list[str]] = []
    actual = _circles({name: _imports(path, modules) for name, path in modules.items()})
    assert expected == actual
