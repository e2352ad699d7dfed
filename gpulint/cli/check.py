"""`gpulint check`: options in, report out."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from gpulint.cli.clock import today
from gpulint.cli.output import Wish, deliver, keep_inputs, targets_of
from gpulint.config.settings import Settings
from gpulint.core.errors import UsageError
from gpulint.core.severity import Confidence, Severity
from gpulint.reporters import FORMATS

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
    is_number = (
        len(parts) in (2, 3) and parts[1].isascii() and parts[1].isdigit() and len(parts[1]) < 5
    )
    if parts[0] != "1" or not is_number:
        raise click.BadParameter(f"{value!r} is no Kubernetes version; write it as 1.37")
    return int(parts[1])


def _pairs(
    context: click.Context, option: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """`gpu-operator=values.yaml` as a pair."""
    pairs = []
    for value in values:
        chart, equals, file = value.partition("=")
        if not (chart and equals and os.path.isfile(file)):
            raise click.BadParameter(f"{value!r}: write CHART=FILE, with a file that exists")
        _demand_known(chart)
        pairs.append((chart, file))
    return tuple(pairs)


def _demand_known(chart: str) -> None:
    """Values for a chart that nobody knows would be judged by nothing, and look clean."""
    from gpulint.catalog.charts import known_charts  # one option needs it
    from gpulint.model.chart_shape import chart_named

    name = chart.partition("@")[0]
    if chart_named(name) is None:
        import difflib  # only a mistake

        known = known_charts()
        near = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise click.BadParameter(
            f"no chart that gpulint knows is called {name!r}; there are {', '.join(known)}{hint}"
        )


@click.command(short_help="Lint files, folders, charts or stdin.")
@click.argument("paths", nargs=-1, metavar="[PATH]…")
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
    "--values-for",
    "values_for",
    multiple=True,
    metavar="CHART=FILE",
    callback=_pairs,
    help="Values file for a chart that is not here, such as gpu-operator=values.yaml.",
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
@click.option("--baseline", metavar="FILE", help="Findings that are known and silenced.")
@click.option(
    "--write-baseline",
    metavar="FILE",
    help="Record the findings of this run there; the next one finds new ones only.",
)
@click.option("--fix", is_flag=True, help="Write fixes that are certain into the files.")
@click.option("--diff", is_flag=True, help="Show what --fix would write, and write nothing.")
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
    write_baseline: str | None,
    fix: bool,
    diff: bool,
    **options: object,
) -> None:
    """Lint manifests, folders of them, charts, or the output of `helm template` on stdin (-).

    Without a path the current folder is linted.
    """
    import gc

    gc.disable()  # a short run over trees without cycles: collecting costs up to half of it
    paths = paths or (".",)
    settings = settings_of(paths, options, config, no_config, write_baseline)
    wish = Wish(formats, outputs, color, statistics, quiet)
    targets_of(wish)  # mistakes first
    if fix or diff:
        _demand_fixable(
            (*paths, *settings.facts), fix, diff, bool(formats or outputs or write_baseline)
        )
    own = filter(None, (config, settings.baseline, write_baseline))
    keep_inputs(outputs, (*paths, *settings.facts, *settings.values, *own))
    from gpulint.engine import lint  # after all usage errors

    report = lint(paths, settings, sys.stdin.buffer if "-" in paths else None)
    if diff:
        from gpulint.cli.fix import show_fixes  # only when asked

        sys.exit(show_fixes(report, settings))
    if fix:
        from gpulint.cli.fix import write_fixes  # only when asked

        write_fixes(report, settings)
        report = lint(paths, settings)
    report = with_baseline(report, settings, write_baseline)
    sys.exit(deliver(report, settings, wish, paths))


def _demand_fixable(paths: Sequence[str], fix: bool, diff: bool, has_report: bool) -> None:
    """Raise UsageError for options that do not go with fixes."""
    from gpulint.cli.fix import demand_files  # only when asked

    if fix and diff:
        raise UsageError("--fix and --diff exclude each other; give one of them")
    if diff and has_report:
        raise UsageError(
            "--diff stands in place of a report; leave out --format, --output and --write-baseline"
        )
    demand_files(paths, "--fix" if fix else "--diff")


def with_baseline(report: "Report", settings: Settings, file: str | None) -> "Report":
    """The report after its findings were recorded in a file; as it is without one."""
    if file is None:
        return report
    from gpulint.cli.baseline import write_baseline  # one option needs it

    return write_baseline(report, settings, file)


def settings_of(
    paths: Sequence[str],
    options: dict[str, object],
    config: str | None,
    no_config: bool,
    write_baseline: str | None = None,
) -> Settings:
    """The configuration file's settings under the options that were given.

    write_baseline: the baseline to write, for which a run looks as if there were none.
    """
    from gpulint.config.file import find, load, merge

    if config and no_config:
        raise UsageError("--config and --no-config exclude each other; give one of them")
    if write_baseline and options.get("baseline"):
        raise UsageError(
            "--baseline and --write-baseline exclude each other; --write-baseline reads the old one itself"
        )
    file = config or (None if no_config else find(paths[0]))
    base = Settings() if file is None else load(file)
    given = _given(options)
    settings = merge(base, given)
    if ("-" in paths) + settings.facts.count("-") > 1:
        raise UsageError("standard input can be read once only; give the other one as a file")
    for number, values in enumerate(settings.values):
        if not os.path.isfile(values):
            place = settings.place(("values", number))
            raise UsageError(f"{place}{values}: no such values file; check the path")
    if write_baseline:
        settings = settings._replace(baseline="")
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
    given["today"] = today()
    return given
