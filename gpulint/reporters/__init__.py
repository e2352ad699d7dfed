"""Ways to write a report, one module a format, each with `write(report, stream, style)`."""

from collections.abc import Callable
from typing import TextIO

from gpulint.core.errors import UsageError
from gpulint.core.report import Report
from gpulint.reporters.style import Style

Writer = Callable[[Report, TextIO, Style], None]

_MODULES = {
    "text": "text",
    "json": "json_report",
    "sarif": "sarif",
    "github": "github",
    "junit": "junit",
    "gitlab": "gitlab",
    "markdown": "markdown",
    "html": "html",
}

FORMATS: tuple[str, ...] = tuple(_MODULES)


def writer(name: str) -> Writer:
    """The writer of a format, imported now. Raises UsageError for a name outside FORMATS."""
    from importlib import import_module  # only when named

    if name not in _MODULES:
        raise UsageError(f"unknown format {name!r}; choose one of {', '.join(FORMATS)}")
    write: Writer = import_module(f"gpulint.reporters.{_MODULES[name]}").write
    return write
