"""The one door: `lint(paths, settings) -> Report`, `lint_texts` for texts already in memory.

A server holds an `ObjectLinter` instead, which judges objects that are already decoded.
"""

from typing import TYPE_CHECKING, Any

from gpulint.engine.lint import lint, lint_texts

if TYPE_CHECKING:
    from gpulint.engine.objects import Known, ObjectLinter

__all__ = ["Known", "ObjectLinter", "lint", "lint_texts"]


def __getattr__(name: str) -> Any:
    """The door for decoded objects is loaded by the one who asks for it: the hook never does."""
    if name not in ("Known", "ObjectLinter"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from gpulint.engine import objects  # servers only

    return getattr(objects, name)
