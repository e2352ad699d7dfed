"""The layouts of cards that host most of the slices asked for: a search with a bound."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gpulint.catalog.mig import placeable
from gpulint.catalog.products import MigProfile, Product

Counts = tuple[int, ...]
_BUDGET = 200_000


class Cut(NamedTuple):
    """How one or more cards are cut alike: instances by profile name, and the number of cards."""

    layout: Mapping[str, int]
    cards: int


class Cuts(NamedTuple):
    """The best found. hosted: slices of those asked for. optimal: whether no way hosts more."""

    cuts: tuple[Cut, ...]
    hosted: int
    optimal: bool


def best_cuts(
    product: Product, cards: int, wanted: Mapping[str, int], budget: int = _BUDGET
) -> Cuts:
    """Cut cards of a product so that as many slices as can be of those wanted exist.

    wanted: instances by profile name (`1g.10gb+me`); profiles that the card lacks are left out.
    Exact unless the search takes more than `budget` steps, which `optimal` tells.
    """
    names = sorted(name for name, n in wanted.items() if n > 0 and product.profile(name))
    if not names or cards <= 0:
        return Cuts((), 0, True)
    layouts = full_layouts(product, names, [wanted[name] for name in names])
    search = _Search(product, names, layouts, budget)
    return search.run(cards, tuple(wanted[name] for name in names))


def full_layouts(product: Product, names: Sequence[str], most: Sequence[int]) -> list[Counts]:
    """Every layout of one card that takes no further instance, as counts in the order of names."""
    found: list[Counts] = []
    limits = [min(_profile(product, n).max_instances, m) for n, m in zip(names, most, strict=True)]

    def grow(index: int, counts: Counts) -> None:
        if index == len(names):
            if not any(_takes(product, names, limits, counts, more) for more in range(len(names))):
                found.append(counts)
            return
        for count in range(limits[index], -1, -1):
            layout = dict(zip(names, (*counts, count), strict=False))
            if placeable(product, layout):
                grow(index + 1, (*counts, count))

    grow(0, ())
    return found


def _takes(
    product: Product, names: Sequence[str], limits: Sequence[int], counts: Counts, more: int
) -> bool:
    if counts[more] >= limits[more]:
        return False
    larger = {n: c + (i == more) for i, (n, c) in enumerate(zip(names, counts, strict=True))}
    return placeable(product, larger)


def _profile(product: Product, name: str) -> MigProfile:
    found = product.profile(name)
    assert found is not None, f"{product.label} has no profile {name}"
    return found


class _Search:
    """Branch and bound over how many cards get each layout."""

    def __init__(
        self, product: Product, names: Sequence[str], layouts: Sequence[Counts], budget: int
    ) -> None:
        self.product = product
        self.names = names
        # those that host most come first, so that a good answer is found early
        self.layouts = sorted(layouts, key=lambda counts: (-sum(counts), counts))
        profiles = [_profile(product, name) for name in names]
        self.sizes = (
            ([p.compute_slices for p in profiles], product.compute_slices),
            ([p.memory_slices for p in profiles], product.memory_slices),
        )
        self.most = max(map(sum, self.layouts), default=0)
        self.budget = budget
        self.best = -1
        self.chosen: list[tuple[int, int]] = []
        self.seen: dict[object, int] = {}

    def run(self, cards: int, wanted: Counts) -> Cuts:
        """The best cuts for so many cards."""
        self.goal = min(sum(wanted), self._bound(cards, wanted))
        self._greedy(cards, wanted)
        self._step(0, cards, wanted, 0, [])
        cuts = tuple(
            Cut(self._filled(self.layouts[index]), number) for index, number in sorted(self.chosen)
        )
        return Cuts(cuts, self.best, self.budget >= 0 or self.best == self.goal)

    def _filled(self, counts: Counts) -> dict[str, int]:
        """A layout with what else it has room for: the smallest of the profiles that are asked for."""
        layout = {n: c for n, c in zip(self.names, counts, strict=True) if c}
        for name in sorted(self.names, key=lambda n: _profile(self.product, n).memory_slices):
            while placeable(self.product, {**layout, name: layout.get(name, 0) + 1}):
                layout[name] = layout.get(name, 0) + 1
        return layout

    def _greedy(self, cards: int, wanted: Counts) -> None:
        left, hosted = wanted, 0
        chosen: dict[int, int] = {}
        for _ in range(cards):
            gains = [sum(map(min, layout, left)) for layout in self.layouts]
            index = max(range(len(gains)), key=lambda i: (gains[i], -i))
            if not gains[index]:
                break
            hosted += gains[index]
            left = _less(left, self.layouts[index], 1)
            chosen[index] = chosen.get(index, 0) + 1
        self.best, self.chosen = hosted, list(chosen.items())

    def _step(
        self, index: int, cards: int, left: Counts, hosted: int, chosen: list[tuple[int, int]]
    ) -> None:
        if hosted > self.best:
            self.best, self.chosen = hosted, list(chosen)
        self.budget -= 1
        if self.budget < 0 or index == len(self.layouts) or self.best >= self.goal or not cards:
            return
        state = (index, cards, left)
        if self.seen.get(state, -1) >= hosted or hosted + self._bound(cards, left) <= self.best:
            return
        self.seen[state] = hosted
        layout = self.layouts[index]
        useful = max(-(-n // c) for n, c in zip(left, layout, strict=True) if c)
        for number in range(min(cards, useful), -1, -1):
            rest = _less(left, layout, number)
            more = hosted + sum(left) - sum(rest)
            here = [*chosen, (index, number)] if number else chosen
            self._step(index + 1, cards - number, rest, more, here)

    def _bound(self, cards: int, left: Counts) -> int:
        """No way hosts more: the smallest first, by compute and by memory, as if cards could be joined."""
        bounds = [sum(left), cards * self.most]
        for sizes, whole in self.sizes:
            room, count = cards * whole, 0
            for size, number in sorted(zip(sizes, left, strict=True)):
                taken = min(number, room // size) if size else number
                room -= taken * size
                count += taken
            bounds.append(count)
        return min(bounds)


def _less(left: Counts, layout: Counts, number: int) -> Counts:
    return tuple(max(n - c * number, 0) for n, c in zip(left, layout, strict=True))
