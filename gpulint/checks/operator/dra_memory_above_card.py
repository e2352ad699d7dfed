"""Selectors that ask a card for the memory on its box, of which the driver reports less."""

import re
from collections.abc import Iterator

from gpulint.authoring import (
    CelSelector,
    Context,
    GpuNodes,
    Problem,
    check,
    dra,
    parse_quantity,
    problem,
    products,
)

_BOUND = re.compile(
    r"\bmemory['\"]?\s*\]?\s*\.\s*(?:compareTo\(\s*quantity\(\s*['\"](?P<compared>[\w.]+)['\"]\s*\)\s*\)"
    r"\s*(?P<operator>>=?)\s*0\b|isGreaterThan\(\s*quantity\(\s*['\"](?P<greater>[\w.]+)['\"]\s*\)\s*\))"
)
_MIB = 2**20 * 10**9
_OPEN = ("||", "?", "!")


@check(each=CelSelector, words=("resource.k8s.io",))
def dra_memory_above_card(selector: CelSelector, context: Context) -> Iterator[Problem]:
    """Compare the least memory with that of the cards that the selector, or the cluster, names."""
    if selector.device in ("mig", "vfio") or any(sign in selector.bare for sign in _OPEN):
        return
    bounds = [
        found["compared"] or found["greater"] for found in _BOUND.finditer(selector.expression)
    ]
    named = _named(selector) if bounds else None
    if named is None:
        return
    cards = named or _of_cluster(context)
    sizes = [card.memory_mib for card in cards]
    known = [size for size in sizes if size is not None]
    if not known or len(known) < len(sizes):
        return
    for bound in bounds:
        least = parse_quantity(bound)
        if least is None or least.nano < (max(known) + 1) * _MIB:  # labels drop what is below a MiB
            continue
        yield problem(
            selector.place,
            bound=bound,
            product=cards[sizes.index(max(known))].label,
            have=f"{max(known)}Mi",
            right=f"{max(known) // 1024}Gi",
            confidence="high" if named else "medium",
        )


def _named(selector: CelSelector) -> list[products.Product] | None:
    """The cards whose names a selector demands, none if it names none; None when one is unknown."""
    cards: list[products.Product] = []
    for access in selector.accesses():
        if access.domain != dra.GPU_DOMAIN or access.name != "productName" or not access.equal:
            continue
        for value in access.values:
            card = products.product(value.replace(" ", "-"))
            if card is None:
                return None
            cards.append(card)
    return cards


def _of_cluster(context: Context) -> list[products.Product]:
    nodes = context.cluster.index(GpuNodes)
    if nodes.has_unknown_product or not context.knows_nodes:
        return []
    return [card for card, _ in nodes.products()]
