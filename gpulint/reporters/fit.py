"""Ways to write the answer of a fit, one module a format, each with `write(answer, stream)`."""

from collections.abc import Callable
from typing import TextIO

from gpulint.placement.answer import FitAnswer

FitWriter = Callable[[FitAnswer, TextIO], None]


def writer(name: str) -> FitWriter:
    """The writer of a format (text, json, markdown, html), imported now."""
    from importlib import import_module  # only when named

    write: FitWriter = import_module(f"gpulint.reporters.fit_{name}").write
    return write
