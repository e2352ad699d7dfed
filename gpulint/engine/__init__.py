"""The one door: `lint(paths, settings) -> Report`, `lint_texts` for texts already in memory.

A server holds an `ObjectLinter` instead, which judges objects that are already decoded.
"""

from typing import TYPE_CHECKING, Any

from gpulint.engine.lint import lint, lint_texts

if TYPE_CHECKING:
    from gpulint.engine.objects import ObjectLinter

__all__ = ["ObjectLinter", "lint", "lint_texts"]


def __getattr__(name: str) -> Any:
    """ObjectLinter is loaded by the one who asks for it: the hook never does."""
    if name != "ObjectLinter":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from gpulint.engine.objects import ObjectLinter  # servers only

    return ObjectLinter
