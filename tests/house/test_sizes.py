"""Modules and functions stay small enough to be read at once."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULE_LINES = 300
FUNCTION_LINES = 40


def modules() -> list[Path]:
    return sorted((ROOT / "gpulint").rglob("*.py"))


def test_no_module_is_longer_than_300_lines() -> None:
    """A longer one usually holds two words of the glossary."""
    long = {
        str(p.relative_to(ROOT)): n
        for p in modules()
        if (n := len(p.read_text("utf-8").splitlines())) > MODULE_LINES
    }
    assert long == {}


def test_no_function_is_longer_than_40_lines() -> None:
    """Signature and docstring do not count: they are there to be read."""
    long = {}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = (
                    node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
                )
                lines = (node.end_lineno or 0) - body[0].lineno + 1
                if lines > FUNCTION_LINES:
                    long[f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"] = lines
    assert long == {}
