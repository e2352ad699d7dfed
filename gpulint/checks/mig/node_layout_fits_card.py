"""Layouts that a node is told to use, against its card."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    layouts,
    mig,
    node_wishes,
    problem,
)

_OFF = ("all-disabled", "all-enabled", "all-balanced")


@check(each=node_wishes.NodeWish, words=("nvidia.com/mig.config",))
def node_layout_fits_card(wish: node_wishes.NodeWish, context: Context) -> Iterator[Problem]:
    """Compare a shipped layout `all-<profile>` with what the node's card offers.

    Silent for unknown cards, and for names that a layout file of the run defines itself.
    """
    if wish.key != node_wishes.LAYOUT_LABEL or not wish.products or wish.value in _OFF[:1]:
        return
    if is_placeholder(wish.value):
        context.cannot_check(wish.place)
        return
    profile = layouts.profile_of_layout(wish.value)
    if profile is None or not mig.products_with(profile):
        return
    if wish.value in context.cluster.index(layouts.LayoutNames).names:
        return
    cards = wish.products
    if any(card.profiles is None or card.profile(profile) is not None for card in cards):
        return
    names = (each.name for card in cards for each in card.profiles or () if "+" not in each.name)
    yield problem(
        wish.place,
        owner=wish.owner,
        layout=wish.value,
        product=tuple(card.label for card in cards),
        offers=tuple(dict.fromkeys(names)) or ("no slices",),
    )
