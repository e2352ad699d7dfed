"""`gpulint catalog`: the facts of the world that rules stand on, to look up."""

import json
from collections.abc import Iterable, Mapping, Sequence

import click

from gpulint.core.errors import UsageError

_AS_JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")


class _CatalogGroup(click.Group):
    """Offers the right table to those who name a card or a word instead of a table."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Raises UsageError with what may have been meant."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            import difflib  # only a mistake

            word = args[0]
            near = difflib.get_close_matches(word.lower(), self.commands, 1)
            cure = f"did you mean {near[0]}?" if near else f"there are {', '.join(self.commands)}"
            if not near and _is_of_a_card(word):
                cure = f"`gpulint catalog products {word}` looks for cards"
            ctx.fail(f"the catalogue has no table {word!r}; {cure}")
        return super().resolve_command(ctx, args)


def _is_of_a_card(word: str) -> bool:
    from gpulint.catalog.products import all_products  # only a mistake

    return any(word.lower() in card.label.lower() for card in all_products())


@click.group(
    cls=_CatalogGroup, short_help="Look up cards, MIG profiles, labels and resource names."
)
def catalog() -> None:
    """Look up the cards, MIG profiles, node labels and resource names that gpulint knows."""


@catalog.command("products", short_help="Cards, with memory, family and MIG.")
@click.argument("words", nargs=-1)
@_AS_JSON
def products(words: tuple[str, ...], as_json: bool) -> None:
    """Cards by the value of nvidia.com/gpu.product; WORDS narrow the list."""
    from gpulint.catalog.products import all_products

    rows = [
        {
            "label": card.label,
            "memory": card.memory_mib,
            "compute": card.compute_capability,
            "family": card.family,
            "mig": card.mig_capable,
            "aliases": list(card.aliases),
        }
        for card in all_products()
        if all(word.lower() in card.label.lower() for word in words)
    ]
    if not rows:
        raise UsageError(
            f"no card is called {' '.join(words)!r}; `gpulint catalog products` lists all"
        )
    _show(rows, as_json, ("label", "memory", "compute", "family", "mig"))


@catalog.command("mig", short_help="MIG profiles of a card, and where they can start.")
@click.argument("product")
@_AS_JSON
def mig(product: str, as_json: bool) -> None:
    """MIG profiles of PRODUCT, with the resource names and where instances can start."""
    from gpulint.catalog import products as cards

    card = cards.parse_label(product).product
    if card is None:
        near = cards.near_products(product)
        hint = f"; did you mean {near[0]}?" if near else "; `gpulint catalog products` lists all"
        raise UsageError(f"no card is called {product!r}{hint}")
    if card.profiles is None:
        raise UsageError(f"{card.label} can be split, but nobody has published its profiles")
    if not card.profiles:
        raise UsageError(f"{card.label} cannot be split: it has no MIG")
    rows = [
        {
            "profile": each.name,
            "resource": each.resource,
            "most": each.max_instances,
            "compute": each.compute_slices,
            "memory": each.memory_slices,
            "starts": list(each.starts),
        }
        for each in card.profiles
    ]
    _show(rows, as_json, ("profile", "resource", "most", "compute", "memory", "starts"))


@catalog.command("labels", short_help="Node labels, and who writes them.")
@click.argument("words", nargs=-1)
@_AS_JSON
def labels(words: tuple[str, ...], as_json: bool) -> None:
    """Node labels that select accelerators: who writes them, and what they hold."""
    from gpulint.catalog.labels import known_labels, label

    facts = [f for f in map(label, known_labels()) if f is not None]
    rows = [
        {
            "label": fact.key,
            "type": fact.type,
            "owner": fact.provider or fact.owner,
            "state": _state(fact.never_written, fact.deprecated, fact.successor),
            "values": list(fact.values),
        }
        for fact in facts
        if all(word.lower() in fact.key.lower() for word in words)
    ]
    if not rows:
        raise UsageError(f"no label holds {' '.join(words)!r}; `gpulint catalog labels` lists all")
    _show(rows, as_json, ("label", "type", "owner", "state"))


@catalog.command("resources", short_help="Names of resources, and what a unit is.")
@click.argument("words", nargs=-1)
@_AS_JSON
def resources(words: tuple[str, ...], as_json: bool) -> None:
    """Names of accelerator resources: whose they are, and what one unit stands for."""
    from gpulint.catalog.resources import accelerator, known_names

    found = [f for f in map(accelerator, known_names()) if f is not None]
    rows = [
        {
            "resource": each.name,
            "vendor": each.vendor,
            "kind": each.kind,
            "unit": each.unit,
            "meaning": each.meaning,
        }
        for each in found
        if all(word.lower() in each.name.lower() for word in words)
    ]
    if not rows:
        raise UsageError(
            f"no resource holds {' '.join(words)!r}; `gpulint catalog resources` lists all"
        )
    _show(rows, as_json, ("resource", "vendor", "kind", "unit"))


def _state(never_written: bool, deprecated: bool, successor: str | None) -> str:
    if not never_written and not deprecated:
        return ""
    word = "nobody writes it" if never_written else "deprecated"
    return f"{word}, use {successor}" if successor else word


def _show(rows: Sequence[Mapping[str, object]], as_json: bool, columns: Sequence[str]) -> None:
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    table = [list(columns), *([_cell(row[column]) for column in columns] for row in rows)]
    widths = [max(len(line[index]) for line in table) for index in range(len(columns))]
    for line in table:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(map(str, value))
    return "-" if value is None else str(value)
