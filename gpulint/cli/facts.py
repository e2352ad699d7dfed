"""`gpulint facts`: records what a cluster has, shows it, and tells what changed."""

import sys
from typing import TYPE_CHECKING

import click

from gpulint.cli.clock import today
from gpulint.core.errors import EXIT_CLEAN, EXIT_FINDINGS, UsageError

if TYPE_CHECKING:
    from gpulint.model.resource import Resource


@click.group(
    short_help="Record what a cluster has, for check and fit.", invoke_without_command=True
)
@click.option("--output", "-o", metavar="FILE", default="-", help="Where the facts go [stdout].")
@click.option(
    "--from",
    "sources",
    multiple=True,
    metavar="FILE",
    help="Saved `kubectl get … -o json` or yaml instead of a cluster; - is stdin.",
)
@click.option("--context", default="", metavar="NAME", help="Context of kubectl [the current one].")
@click.option("--cluster", default="", metavar="NAME", help="A name for people, kept in the file.")
@click.option("--pods", is_flag=True, help="Also what running pods take, and which pods wait.")
@click.pass_context
def facts(
    call: click.Context,
    output: str,
    sources: tuple[str, ...],
    context: str,
    cluster: str,
    pods: bool,
) -> None:
    """Record nodes, classes, queues and quotas of a cluster in one small file without secrets.

    The cluster is read through your own kubectl, which only lists. Commit the file, and give it to
    `gpulint check --facts FILE` and `gpulint fit --facts FILE`.
    """
    if call.invoked_subcommand is not None:
        return
    from gpulint.engine.facts_record import record  # only to record
    from gpulint.engine.facts_text import facts_text

    found, covers = _saved(sources) if sources else _live(context, pods)
    recording = record(found, today(), cluster=cluster, covers=covers, pods=pods)
    if recording.left_out:
        click.echo(f"gpulint: {recording.left_out} objects of other kinds left out", err=True)
    _write(output, facts_text(recording.document))
    sys.exit(EXIT_CLEAN)


@facts.command("show")
@click.argument("file")
def show(file: str) -> None:
    """Tables of nodes, classes and queues in FILE."""
    from gpulint.engine.facts_read import facts_in  # only to read
    from gpulint.engine.facts_show import shown

    for line in shown(facts_in(file, sys.stdin.buffer)):
        click.echo(line)


@facts.command("diff")
@click.argument("old")
@click.argument("new")
def diff(old: str, new: str) -> None:
    """What changed from OLD to NEW; exit code 1 when something did."""
    from gpulint.engine.facts_read import facts_in  # only to read
    from gpulint.engine.facts_show import changes

    lines = list(changes(facts_in(old), facts_in(new)))
    for line in lines:
        click.echo(line)
    sys.exit(EXIT_FINDINGS if lines else EXIT_CLEAN)


def _saved(sources: tuple[str, ...]) -> "tuple[list[Resource], list[str]]":
    from gpulint.engine.facts_read import resources_in_files  # only to record

    found = list(resources_in_files(sources, sys.stdin.buffer))
    if not found:
        raise UsageError(f"{', '.join(sources)}: no Kubernetes object; give the output of kubectl")
    return found, []


def _live(context: str, pods: bool) -> "tuple[list[Resource], list[str]]":
    """All objects of the kinds that count, and the names of the kinds that were listed."""
    from gpulint.cli.kubectl import ask  # only a live cluster
    from gpulint.engine.facts_kinds import KINDS, POD
    from gpulint.engine.facts_read import resources_in_text

    kinds = {each.argument: each.name for each in (*KINDS, *([POD] if pods else []))}
    found: list[Resource] = []
    covers: list[str] = []
    for answer in ask(kinds, context):
        if answer.missing:
            click.echo(f"gpulint: {kinds[answer.argument]}: {answer.missing}", err=True)
            continue
        covers.append(kinds[answer.argument])
        found += resources_in_text(f"kubectl get {answer.argument}", answer.text)
    return found, covers


def _write(output: str, text: str) -> None:
    if output == "-":
        sys.stdout.buffer.write(text.encode("utf-8"))
        return
    try:
        with open(output, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        raise UsageError(f"cannot write {output}: {error.strerror}") from None
