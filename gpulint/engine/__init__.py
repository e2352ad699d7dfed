"""The one door: `lint(paths, settings) -> Report`, and `lint_texts` for texts already in memory."""

from gpulint.engine.lint import lint, lint_texts

__all__ = ["lint", "lint_texts"]
