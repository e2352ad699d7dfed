"""`gpulint fit`: which workloads fit on the cluster of the facts, and why the others do not."""

import sys

import click

from gpulint.cli.check import settings_of
from gpulint.cli.output import keep_inputs, opened
from gpulint.core.errors import EXIT_CLEAN, EXIT_FINDINGS, UsageError

_FORMATS = ("text", "json", "markdown", "html")


@click.command(short_help="Tell what fits on the cluster, and why the rest does not.")
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option(
    "--facts", multiple=True, metavar="FILE", help="What the cluster has; see `gpulint facts`."
)
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option("--output", "-o", metavar="FILE", default="-", help="Where the answer goes [stdout].")
@click.option("--occupied", is_flag=True, help="Count what running pods of the facts take.")
@click.option("--pending-first", is_flag=True, help="Place the waiting pods of the facts first.")
@click.option(
    "--plan-mig",
    is_flag=True,
    help="Write MIG layouts for the slices asked for, as a configuration of mig-parted.",
)
@click.option("--values", multiple=True, metavar="FILE", help="Values file for charts.")
@click.option("--config", metavar="FILE", help="Configuration file, as for check.")
@click.option("--no-config", is_flag=True, help="Read no configuration file.")
def fit(
    paths: tuple[str, ...],
    form: str,
    output: str,
    occupied: bool,
    pending_first: bool,
    plan_mig: bool,
    config: str | None,
    no_config: bool,
    **options: object,
) -> None:
    """Place the workloads of PATH on the nodes of the facts, as a scheduler that explains itself.

    Pods go by priority, then in the order of the input; gangs whole or not at all; each pod where it
    leaves the fewest devices over. Exit code 1 when something does not fit.
    """
    import gc

    gc.disable()  # a short run over trees without cycles: collecting costs up to half of it
    paths = paths or (".",)
    settings = settings_of(paths, options, config, no_config)
    keep_inputs((output,), (*paths, *settings.facts))
    from gpulint.engine.fit import fit_paths  # after all usage errors
    from gpulint.reporters.fit import writer

    stdin = sys.stdin.buffer if "-" in paths else None
    run = fit_paths(
        paths, settings, stdin, occupied=occupied, pending_first=pending_first, mig=plan_mig
    )
    for notice in (*run.notices, *run.unread):
        click.echo(f"gpulint: {notice}", err=True)
    if not run.answer.verdicts and not run.unread:
        raise UsageError(f"no workload in {', '.join(paths)}; name files or folders with manifests")
    with opened(output) as stream:
        if run.plan is None:
            writer(form)(run.answer, stream)
        else:
            from gpulint.reporters.fit_mig import write  # only a plan

            write(run.plan, stream)
    sys.exit(EXIT_CLEAN if run.answer.all_fit and not run.unread else EXIT_FINDINGS)
