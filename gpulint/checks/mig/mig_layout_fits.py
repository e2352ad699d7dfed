"""Layouts that no card can hold."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, layouts, mig, problem, products


@check(each=layouts.LayoutFile)
def mig_layout_fits(file: layouts.LayoutFile, context: Context, *, fault: str) -> Iterator[Problem]:
    """Try to place each entry on the cards of its filter, else on every card that has its profiles.

    fault: space (they do not fit beside each other), cards (no card has all of them) or filter (the
    filter's cards lack one). Silent for profiles that no card has, and for unknown filters.
    """
    known = set(mig.known_profiles())
    for layout in file.layouts:
        for entry in layout.entries:
            counts = {name: count for name, count in entry.counts.items() if count > 0}
            if entry.enabled is False or not counts or not known.issuperset(counts):
                continue
            cards = entry.cards or products.all_products()
            found, name, owners = _fault(cards, counts, entry.cards is not None)
            if found != fault or name is None:
                continue
            yield problem(
                entry.place.child("mig-devices", name),
                part="key" if fault != "space" else None,
                layout=layout.name,
                profile=name,
                wanted=tuple(f"{count} x {each}" for each, count in counts.items()),
                cards=tuple(card.label for card in owners or cards),
                offers=_offers(cards),
            )


def _fault(
    cards: tuple[products.Product, ...], counts: dict[str, int], filtered: bool
) -> tuple[str, str | None, list[products.Product]]:
    """What is wrong, the profile at which it shows, and the cards that have all profiles."""
    owners = list(cards)
    if filtered and any(card.profiles is None for card in cards):
        return "", None, owners
    for name in counts:
        owners = [card for card in owners if card.profile(name) is not None]
        if not owners:
            return ("filter" if filtered else "cards"), name, owners
    return "space", layouts.first_that_fails(owners, counts), owners


def _offers(cards: tuple[products.Product, ...]) -> tuple[str, ...]:
    names = (each.name for card in cards for each in card.profiles or ())
    return tuple(dict.fromkeys(name for name in names if "+" not in name))
