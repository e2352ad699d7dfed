"""Brings a report to where it was asked for, and says what else there is to say."""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NamedTuple, TextIO

import click

from gpulint.config.settings import Settings
from gpulint.core.errors import EXIT_CLEAN, EXIT_FINDINGS, EXIT_INTERNAL, UsageError
from gpulint.reporters import writer
from gpulint.reporters.style import Style

if TYPE_CHECKING:
    from gpulint.core.report import Report


class Wish(NamedTuple):
    """How the user wants the report. formats and outputs belong together in their order."""

    formats: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    color: str = "auto"
    statistics: bool = False
    quiet: bool = False


def deliver(report: "Report", settings: Settings, wish: Wish, paths: Sequence[str]) -> int:
    """Write the report in every form that is wished for; returns the exit code.

    Raises UsageError for an output that cannot be written.
    """
    with ExitStack() as stack:
        # all are opened before the first is written: a wrong path must not leave half of them
        targets = [(name, _open(file, stack)) for name, file in targets_of(wish)]
        for name, stream in targets:
            coloured = _coloured(wish.color, stream)
            style = Style(coloured, wish.quiet, wish.statistics, _width(stream))
            writer(name)(report, stream, style)
        sys.stdout.flush()  # here a reader that has gone is still noticed
    _say(report, wish.quiet, paths)
    return _exit_code(report, settings)


def targets_of(wish: Wish) -> list[tuple[str, str]]:
    """Formats with their files, `-` for stdout. Raises UsageError for pairs that do not go together."""
    names, outputs = list(wish.formats) or ["text"], wish.outputs
    if len(outputs) > len(names):
        raise UsageError("more --output than --format; each --output belongs to one --format")
    files = [*outputs, *["-"] * (len(names) - len(outputs))]
    if files.count("-") > 1:
        raise UsageError("two formats on stdout; give all but one an --output FILE")
    known = [os.path.realpath(file) for file in files]
    for number, file in enumerate(files):
        if known[number] in known[:number]:
            raise UsageError(f"two formats into {file}; give each an --output FILE of its own")
    return list(zip(names, files, strict=True))


def keep_inputs(outputs: Sequence[str], inputs: Sequence[str]) -> None:
    """Raise UsageError when an output would overwrite what the run reads.

    inputs: files and folders; in a folder only YAML is safe from a report.
    """
    read = {os.path.realpath(path): path for path in inputs if path != "-"}
    for file in outputs:
        real = os.path.realpath(file)
        if file == "-" or not os.path.isfile(real):
            continue
        folders = [above for above in read if real.startswith(os.path.join(above, ""))]
        if real in read or (folders and real.lower().endswith((".yaml", ".yml"))):
            raise UsageError(f"--output {file} would overwrite an input; name another file")


@contextmanager
def opened(file: str) -> Iterator[TextIO]:
    """A stream for one output, `-` for stdout. Raises UsageError when it cannot be written."""
    with ExitStack() as stack:
        yield _open(file, stack)


def _open(file: str, stack: ExitStack) -> TextIO:
    if file == "-":
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        return sys.stdout
    try:
        return stack.enter_context(open(file, "w", encoding="utf-8", newline="\n"))
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None


def _coloured(color: str, stream: TextIO) -> bool:
    if color != "auto":
        return color == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _width(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except OSError:  # some terminals do not tell
        return 0


def _say(report: "Report", quiet: bool, paths: Sequence[str]) -> None:
    for notice in report.notices:
        click.echo(f"gpulint: {notice}", err=True)
    told: dict[tuple[str, str], int] = {}
    for failure in report.failures:
        key = (failure.rule, failure.error)
        told[key] = told.get(key, 0) + 1
        if told[key] > 1:
            continue  # one line tells the fault; the report lists every place
        where = f"{failure.resource or 'the input'}{failure.file and ' in '}{failure.file}"
        click.echo(
            f"gpulint: {failure.rule} failed on {where}: {failure.error}; "
            "this is a fault of gpulint, please report it",
            err=True,
        )
    nothing = not report.counts.get("documents") and not report.findings
    alone = {i.detail: i.file for i in reversed(report.inputs) if i.status == "skipped"}
    alone.pop("", None)
    if quiet:
        return
    for why, file in reversed(alone.items()):  # a line for each chart
        click.echo(f"gpulint: {file}: left alone: {why}", err=True)
    if nothing and not alone and not any(i.status == "linted" for i in report.inputs):
        click.echo(f"gpulint: nothing to lint in {', '.join(paths)}", err=True)


def _exit_code(report: "Report", settings: Settings) -> int:
    if report.failures:
        return EXIT_INTERNAL
    loud = any(settings.fails_on(f.severity) for f in report.active)
    return EXIT_FINDINGS if loud else EXIT_CLEAN
