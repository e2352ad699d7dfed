"""`gpulint rules` and `gpulint explain`: the rulebook on the command line."""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from gpulint.core.errors import EXIT_CLEAN, EXIT_FINDINGS, RuleError, UsageError

if TYPE_CHECKING:
    from gpulint.core.report import Report


@click.command(short_help="Tell all about one rule.")
@click.argument("rule")
def explain(rule: str) -> None:
    """Tell why RULE (an id or a name) exists, with examples, the cure and its references."""
    from gpulint.rulebook.explain import explain as text

    click.echo(text(rule), nl=False)


@click.group(short_help="List, test, scaffold and build rules.")
def rules() -> None:
    """List, test, scaffold and build rules."""


@rules.command("list")
@click.option("--category", help="Only this category.")
def list_rules(category: str | None) -> None:
    """One line per rule: id, severity, confidence, name."""
    from gpulint.rulebook.load import rules as all_rules

    found = all_rules()
    known = sorted({rule.category for rule in found})
    if category is not None and category not in known:
        raise UsageError(f"no rule has the category {category!r}; there are {', '.join(known)}")
    for rule in found:
        if category in (None, rule.category):
            status = "" if rule.status == "stable" else f"  ({rule.status})"
            words = f"{rule.id}  {rule.severity.label:8}{rule.confidence.label:8}"
            click.echo(f"{words}{rule.category:12}{rule.name}{status}")


@rules.command("new", short_help="Write the first text of a rule and its check.")
@click.argument("name")
@click.option("--category", required=True, help="Folder of the rule, such as mig or gangs.")
def new(name: str, category: str) -> None:
    """Write a YAML and a check for a new rule NAME, with every key explained."""
    from gpulint.rulebook.scaffold import new_rule

    for path in new_rule(name, category):
        click.echo(f"wrote {path}")


@rules.command("test", short_help="Run the examples of rules.")
@click.argument("names", nargs=-1, metavar="[NAME…]")
def test(names: tuple[str, ...]) -> None:
    """Run the examples of the rules NAME (ids or names; all when none is given)."""
    from gpulint.rulebook.build import run_tests

    try:
        count, complaints = run_tests(names, lint_example)
    except RuleError as error:  # of the rulebook that is being written, not of gpulint
        count, complaints = 0, tuple(str(error).splitlines())
    for complaint in complaints:
        click.echo(complaint)
    click.echo(f"{_counted(count, 'rule')}, {_counted(len(complaints), 'complaint')}", err=True)
    sys.exit(EXIT_FINDINGS if complaints else EXIT_CLEAN)


@rules.command("build")
def build() -> None:
    """Renew rules/index.json, the pages and the compiled catalogue."""
    from gpulint.rulebook.build import build as renew

    try:
        for path in renew(lint_example):
            click.echo(f"wrote {path}")
    except RuleError as error:  # of the rulebook that is being written, not of gpulint
        complaints = str(error).splitlines()
        click.echo(error)
        click.echo(_counted(len(complaints), "complaint"), err=True)
        sys.exit(EXIT_FINDINGS)


def _counted(number: int, word: str) -> str:
    """`1 rule`, `2 rules`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def lint_example(
    texts: Mapping[str, bytes], settings: Mapping[str, object], facts: Mapping[str, bytes]
) -> "Report":
    """Lint the texts of an example under its own settings."""
    from gpulint.config.file import settings_from
    from gpulint.engine import lint_texts

    return lint_texts(texts, settings_from(settings), facts)
