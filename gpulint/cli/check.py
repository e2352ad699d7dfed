"""`gpulint check`: options in, report out."""

import io
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, TextIO

import click

from gpulint.config.settings import Settings
from gpulint.core.errors import EXIT_CLEAN, EXIT_FINDINGS, EXIT_INTERNAL, UsageError
from gpulint.core.severity import Confidence, Severity
from gpulint.reporters import FORMATS, writer
from gpulint.reporters.style import Style

if TYPE_CHECKING:
    from gpulint.core.report import Report

_SEVERITIES = click.Choice(["error", "warning", "info"])
_LIMITS = click.Choice(["error", "warning", "info", "never"])
_CONFIDENCES = click.Choice(["high", "medium", "low"])


def _minor(context: click.Context, option: click.Parameter, value: str | None) -> int | None:
    """`1.37` as the minor number 37; a leading v and a patch number may be there."""
    if value is None:
        return None
    parts = value.removeprefix("v").split(".")
    # isdigit alone takes other scripts' digits, which int() may refuse
    is_number = len(parts) in (2, 3) and parts[1].isascii() and parts[1].isdigit()
    if parts[0] != "1" or not is_number:
        raise click.BadParameter(f"{value!r} is no Kubernetes version; write it as 1.37")
    return int(parts[1])


@click.command(short_help="Lint files, folders, charts or stdin.")
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=click.Choice(FORMATS),
    help="Form of the report [text]. May be given several times.",
)
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="FILE",
    help="Where it goes; the first --output belongs to the first --format, and so on. - is stdout.",
)
@click.option(
    "--facts",
    multiple=True,
    metavar="FILE",
    help="What the cluster has: a facts file or `kubectl get … -o yaml`.",
)
@click.option(
    "--complete",
    is_flag=True,
    help="The input is all there is: what it does not define is missing.",
)
@click.option(
    "--values", multiple=True, metavar="FILE", help="Values file for charts, as in helm template."
)
@click.option(
    "--kubernetes",
    metavar="1.N",
    callback=_minor,
    help="Release that the manifests are for [newest known].",
)
@click.option(
    "--select",
    multiple=True,
    metavar="RULES",
    help="Only these: ids, names, categories or GPU2 for GPU2xx, with commas.",
)
@click.option("--ignore", multiple=True, metavar="RULES", help="All but these.")
@click.option(
    "--fail-on", type=_LIMITS, help="Lowest severity that makes the exit code 1 [warning]."
)
@click.option("--min-severity", type=_SEVERITIES, help="Leave out what is less [warning].")
@click.option("--min-confidence", type=_CONFIDENCES, help="Leave out what is less sure [medium].")
@click.option(
    "--config",
    metavar="FILE",
    help="Configuration file [.gpulint.yaml, upward from the first path].",
)
@click.option("--no-config", is_flag=True, help="Read no configuration file.")
@click.option("--require-input", is_flag=True, help="Exit 2 when there is nothing to lint.")
@click.option(
    "--no-prefilter", is_flag=True, help="Parse every document, also those without a GPU."
)
@click.option("--jobs", type=click.IntRange(min=0), help="Processes; 0 lets gpulint choose [0].")
@click.option(
    "--color",
    "--colour",
    "color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
)
@click.option(
    "--statistics", is_flag=True, help="Count the findings of each rule instead of showing them."
)
@click.option("--quiet", "-q", is_flag=True, help="One line per finding, no summary.")
def check(
    paths: tuple[str, ...],
    formats: tuple[str, ...],
    outputs: tuple[str, ...],
    config: str | None,
    no_config: bool,
    color: str,
    statistics: bool,
    quiet: bool,
    **options: object,
) -> None:
    """Lint manifests, folders of them, charts, or the output of `helm template` on stdin (-).

    Without a path the current folder is linted.
    """
    import gc

    gc.disable()  # a short run over trees without cycles: collecting costs up to half of it
    paths = paths or (".",)
    settings = _settings(paths, options, config, no_config)
    targets = _targets(formats, outputs)
    from gpulint.engine import lint  # after all usage errors

    report = lint(paths, settings, sys.stdin.buffer if "-" in paths else None)
    with ExitStack() as stack:
        # all are opened before the first is written: a wrong path must not leave half of them
        streams = [_open(file, stack) for _, file in targets]
        for (name, _), stream in zip(targets, streams, strict=True):
            style = Style(_coloured(color, stream), quiet, statistics, _width(stream))
            writer(name)(report, stream, style)
        sys.stdout.flush()  # here a reader that has gone is still noticed
    _say(report, quiet, paths)
    sys.exit(_exit_code(report, settings))


def _settings(
    paths: Sequence[str], options: dict[str, object], config: str | None, no_config: bool
) -> Settings:
    from gpulint.config.file import find, load, merge

    file = config or (None if no_config else find(paths[0]))
    base = Settings() if file is None else load(file)
    given = _given(options)
    settings = merge(base, given)
    for values in settings.values:
        if not os.path.isfile(values):
            raise UsageError(f"{values}: no such values file; check the path")
    if settings.fail_on == Severity.INFO and "min_severity" not in given:
        return settings._replace(min_severity=Severity.INFO)  # else it could not fail
    return settings


def _given(options: dict[str, object]) -> dict[str, object]:
    """Options as settings: what was not given is left out."""
    given: dict[str, object] = {}
    for name, value in options.items():
        if value is None or value == () or value is False:
            continue
        if name in ("fail_on", "min_severity"):
            given[name] = None if value == "never" else Severity.from_text(str(value))
        elif name == "min_confidence":
            given[name] = Confidence.from_text(str(value))
        elif name in ("select", "ignore") and isinstance(value, tuple):
            given[name] = tuple(s.strip() for v in value for s in v.split(",") if s.strip())
        elif name == "no_prefilter":
            given["prefilter"] = False
        else:
            given[name] = value
    given["today"] = _today()
    return given


def _today() -> str:
    import time  # the clock is read here alone

    return time.strftime("%Y-%m-%d")


def _targets(formats: Sequence[str], outputs: Sequence[str]) -> list[tuple[str, str]]:
    names = list(formats) or ["text"]
    if len(outputs) > len(names):
        raise UsageError("more --output than --format; each --output belongs to one --format")
    files = [*outputs, *["-"] * (len(names) - len(outputs))]
    if files.count("-") > 1:
        raise UsageError("two formats on stdout; give all but one an --output FILE")
    return list(zip(names, files, strict=True))


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
    if nothing and not quiet and not any(i.status == "linted" for i in report.inputs):
        click.echo(f"gpulint: nothing to lint in {', '.join(paths)}", err=True)


def _exit_code(report: "Report", settings: Settings) -> int:
    if report.failures:
        return EXIT_INTERNAL
    loud = any(settings.fails_on(f.severity) for f in report.active)
    return EXIT_FINDINGS if loud else EXIT_CLEAN
