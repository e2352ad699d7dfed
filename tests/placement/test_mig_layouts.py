"""Cutting cards: the plan hosts as many slices as any way can."""

import itertools
import random
from collections.abc import Mapping

import pytest

from gpulint.catalog.mig import placeable
from gpulint.catalog.products import Product, product
from gpulint.placement.mig_layouts import best_cuts

CARDS = ("NVIDIA-A100-SXM4-80GB", "NVIDIA-H100-80GB-HBM3", "NVIDIA-A30", "NVIDIA-A100-SXM4-40GB")


def _card(label: str) -> Product:
    found = product(label)
    assert found is not None
    return found


def _brute(card: Product, cards: int, wanted: Mapping[str, int]) -> int:
    """The most slices that can be hosted, by trying all sets of layouts."""
    names = sorted(wanted)
    counts = itertools.product(*(range(min(wanted[n], 7) + 1) for n in names))
    layouts = [c for c in counts if placeable(card, dict(zip(names, c, strict=True)))]
    best = 0
    for chosen in itertools.combinations_with_replacement(layouts, cards):
        sums = [sum(column) for column in zip(*chosen, strict=True)]
        best = max(best, sum(min(s, wanted[n]) for s, n in zip(sums, names, strict=True)))
    return best


def _case(seed: int) -> tuple[Product, int, dict[str, int]]:
    dice = random.Random(seed)
    card = _card(dice.choice(CARDS))
    names = [each.name for each in card.profiles or ()]
    cards = dice.randint(1, 3)
    chosen = dice.sample(names, dice.randint(1, 3 if cards < 3 else 2))
    return card, cards, {name: dice.randint(1, 5) for name in chosen}


@pytest.mark.parametrize("block", range(10))
def test_no_way_hosts_more_slices_than_the_plan(block: int) -> None:
    """A plan that strands slices costs cards; 500 small cases against trying everything."""
    seeds = range(block * 50, block * 50 + 50)
    expected = [(seed, _brute(*_case(seed)), True) for seed in seeds]
    found = [(seed, best_cuts(*_case(seed))) for seed in seeds]
    actual = [(seed, cuts.hosted, cuts.optimal) for seed, cuts in found]
    assert expected == actual


@pytest.mark.parametrize("block", range(4))
def test_every_layout_of_a_plan_can_be_placed(block: int) -> None:
    """The MIG manager refuses a layout that the card cannot hold, and the node stays as it was."""
    expected: list[int] = []
    actual = []
    for seed in range(block * 100, block * 100 + 100):
        card, cards, wanted = _case(seed)
        cuts = best_cuts(card, cards, wanted).cuts
        legal = all(placeable(card, cut.layout) for cut in cuts)
        if not legal or sum(cut.cards for cut in cuts) > cards:
            actual.append(seed)
    assert expected == actual


def test_a_large_fleet_is_cut_at_once() -> None:
    """Layouts are counted, not cards."""
    cuts = best_cuts(_card(CARDS[0]), 400, {"1g.10gb": 900, "2g.20gb": 300, "3g.40gb": 150})
    expected = (1350, True)
    actual = (cuts.hosted, cuts.optimal)
    assert expected == actual


def test_a_layout_is_filled_up_with_what_is_asked_for() -> None:
    """Slices that cost nothing are there for the next pod."""
    (cut,) = best_cuts(_card(CARDS[0]), 4, {"1g.10gb": 5}).cuts
    expected = ({"1g.10gb": 7}, 1)
    actual = (dict(cut.layout), cut.cards)
    assert expected == actual


@pytest.mark.parametrize(
    ("cards", "wanted"), [(0, {"1g.10gb": 1}), (2, {}), (2, {"1g.5gb": 3}), (2, {"1g.10gb": 0})]
)
def test_nothing_to_cut_gives_no_cuts(cards: int, wanted: dict[str, int]) -> None:
    """Without cards or without slices that they offer there is nothing to plan."""
    expected = ((), 0, True)
    actual = tuple(best_cuts(_card(CARDS[0]), cards, wanted))
    assert expected == actual
