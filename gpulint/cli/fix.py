"""`--fix` and `--diff`: the fixes of a report, written into the files or shown."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from gpulint.config.settings import Settings
from gpulint.core.errors import EXIT_CLEAN, EXIT_FINDINGS, EXIT_INTERNAL, UsageError
from gpulint.reporters.plain import counted

if TYPE_CHECKING:
    from gpulint.core.finding import Finding
    from gpulint.core.report import Report
    from gpulint.engine.mending import Mended

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")


class Change(NamedTuple):
    """A file before and after its fixes."""

    file: str
    before: bytes
    mended: "Mended"


def write_fixes(report: "Report", settings: Settings) -> None:
    """Write the fixes of the active findings, and say how many there were.

    Raises UsageError for a file that cannot be written; those before it are.
    """
    from gpulint.cli.replace import replace_file  # only with fixes

    count = files = left = 0
    for change in _changes(report, settings):
        if change.mended.fixed:
            replace_file(change.file, change.mended.data)
            files += 1
        count += len(change.mended.fixed)
        left += len(change.mended.left)
    told = f"{counted(count, 'finding')} mended in {counted(files, 'file')}"
    if left:
        told += f"; {left} left out, as others overlap or a new finding would come"
    click.echo(f"gpulint: {told}", err=True)


def show_fixes(report: "Report", settings: Settings) -> int:
    """Print what `--fix` would change as a unified diff; returns the exit code, 1 when it would."""
    would = False
    for change in _changes(report, settings):
        if change.mended.fixed:
            would = True
            lines = unified(change.file, change.before.decode(), change.mended.data.decode())
            sys.stdout.buffer.write("".join(lines).encode())
    sys.stdout.flush()
    if report.failures:
        return EXIT_INTERNAL
    return EXIT_FINDINGS if would else EXIT_CLEAN


def demand_files(paths: Sequence[str], option: str) -> None:
    """Raise UsageError where there is no file to change."""
    if "-" in paths:
        raise UsageError(f"{option} changes files, and standard input is none; name files")


def unified(file: str, before: str, after: str) -> Iterator[str]:
    """A unified diff of two texts, their line breaks as they are."""
    import difflib  # only a diff

    old, new = _LINE.findall(before), _LINE.findall(after)
    for line in difflib.unified_diff(old, new, file, file):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _changes(report: "Report", settings: Settings) -> Iterator[Change]:
    """Every file that has fixes, in the order of the report."""
    from gpulint.engine.mending import mended  # only with fixes
    from gpulint.source.files import read_file

    by_file: dict[str, list[Finding]] = {}
    for finding in report.active:
        if finding.fix is not None and os.path.isfile(finding.file):
            by_file.setdefault(finding.file, []).append(finding)
    for file, findings in by_file.items():
        data = read_file(file, settings.max_bytes)
        if data is not None:
            yield Change(file, data, mended(file, data, findings, settings))
