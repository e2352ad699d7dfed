"""`gpulint helm install …`: judges what a helm command would install; nothing is installed."""

import os
import sys

import click

from gpulint.cli.check import settings_of, with_baseline
from gpulint.cli.output import Wish, deliver
from gpulint.core.errors import UsageError
from gpulint.reporters import FORMATS

# What helm takes for a path and nothing else; `nvidia/gpu-operator` may be a repository's chart.
_PATHS = ("./", "../", "/")


@click.command(
    short_help="Judge the words of a helm install or upgrade.",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.option("--format", "formats", multiple=True, type=click.Choice(FORMATS), help="Form [text].")
@click.option("--output", "outputs", multiple=True, metavar="FILE", help="Where it goes [stdout].")
@click.option("--facts", multiple=True, metavar="FILE", help="What the cluster has.")
@click.option("--baseline", metavar="FILE", help="Findings that are known and silenced.")
@click.option("--write-baseline", metavar="FILE", help="Record the findings of this run there.")
@click.option("--quiet", "-q", is_flag=True, help="One line per finding, no summary.")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="install|upgrade …")
def helm(
    formats: tuple[str, ...],
    outputs: tuple[str, ...],
    facts: tuple[str, ...],
    baseline: str | None,
    write_baseline: str | None,
    quiet: bool,
    words: tuple[str, ...],
) -> None:
    """Judge a helm command before it runs: chart, values files and --set values.

    \b
    gpulint helm install gpu-operator nvidia/gpu-operator --set driver.version=580.95.05

    Options of gpulint stand before `install`. Nothing is installed and no network is used. A chart
    that is a folder is rendered and checked as well.
    """
    from gpulint.catalog.charts import known_charts
    from gpulint.engine import lint  # after all usage errors
    from gpulint.source.chart.command import helm_command

    command = helm_command(words)
    if command.folder.startswith(_PATHS) and not os.path.exists(command.folder):
        raise UsageError(f"{command.folder}: no such chart; check the path")
    paths = (command.folder,) if os.path.isdir(command.folder) else ()
    options: dict[str, object] = {
        "facts": facts,
        "values": command.values if paths else (),
        "baseline": baseline,
    }
    settings = settings_of(paths or (".",), options, None, False, write_baseline)
    report = lint(paths, settings._replace(command=words))
    report = with_baseline(report, settings, write_baseline)
    code = deliver(report, settings, Wish(formats, outputs, quiet=quiet), ("the command",))
    if not paths and command.chart not in known_charts():
        click.echo(
            f"gpulint: {command.folder} is no folder here and no chart that gpulint knows, so it was "
            "not judged; fetch it with `helm pull --untar` and name the folder",
            err=True,
        )
    sys.exit(code)
