"""Devices that nobody uses after placing, and what keeps those who ask for them away."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from gpulint.catalog import mig
from gpulint.placement.answer import Stranded
from gpulint.placement.cards import cards_of, product_of, share
from gpulint.placement.demand import Demand
from gpulint.placement.ground import Ground, Vector
from gpulint.placement.packing import Judge

# The nearer a device is to being used, the more it says about the cure.
_ORDER = ("gang", "fragment", "other-resource", "taint", "labels", "layout", "unasked")
_GPU = "nvidia.com/gpu"


class Waiting(NamedTuple):
    """A demand some of whose pods have no place, and the object that makes them."""

    demand: Demand
    label: str


def stranded(ground: Ground, waiting: Sequence[Waiting], judge: Judge) -> tuple[Stranded, ...]:
    """Free devices by resource and reason, in the order of how near they are to being used."""
    sums: dict[tuple[str, str, str], tuple[int, Fraction]] = {}
    for resource, because, detail, devices, cards in _free(ground, waiting, judge):
        key = (resource, because, detail)
        before = sums.get(key, (0, Fraction(0)))
        sums[key] = (before[0] + devices, before[1] + cards)
    found = [Stranded(r, n, cards, why, detail) for (r, why, detail), (n, cards) in sums.items()]
    return tuple(
        sorted(found, key=lambda each: (_ORDER.index(each.because), each[:1], each.detail))
    )


def _free(
    ground: Ground, waiting: Sequence[Waiting], judge: Judge
) -> Iterator[tuple[str, str, str, int, Fraction]]:
    for number, kind in enumerate(ground.kinds):
        shares = [share(kind.node, name) for name in ground.names[: ground.width]]
        for devices, row in ground.free[number].items():
            for index, free in enumerate(devices):
                if free <= 0 or not shares[index]:
                    continue
                for room, nodes in row.items():
                    because, detail = _reason(ground, waiting, judge, number, index, room)
                    amount = free * len(nodes)
                    yield ground.names[index], because, detail, amount, shares[index] * amount
        lost = cards_of(kind.node) - _listed(ground, number, shares)
        if lost > 0:
            yield _GPU, "layout", "no layout offers this part of the cards", 0, lost * kind.nodes


def _listed(ground: Ground, kind: int, shares: Sequence[Fraction]) -> Fraction:
    offer = ground.offers[kind]
    return sum((each * offer[index] for index, each in enumerate(shares)), Fraction(0))


def _reason(
    ground: Ground, waiting: Sequence[Waiting], judge: Judge, kind: int, index: int, room: Vector
) -> tuple[str, str]:
    name = ground.names[index]
    found: list[tuple[str, str]] = []
    for each in waiting:
        if name in each.demand.amounts:
            found.append(_near(ground, each, judge, kind, index, room))
        elif _other_layout(ground, each.demand, kind, name):
            asked = ", ".join(each.demand.accelerators)
            found.append(("layout", f"{each.label} asks for {asked}, which these cards could be"))
    return min(
        found, key=lambda one: _ORDER.index(one[0]), default=("unasked", "nothing asks for it")
    )


def _near(
    ground: Ground, each: Waiting, judge: Judge, kind: int, index: int, room: Vector
) -> tuple[str, str]:
    """What keeps a waiting pod from taking the free devices of one node."""
    why = judge.exclusions(each.demand)[kind]
    asked = judge.asked(each.demand).amounts
    if why is not None and why.reason in ("taint", "cordon"):
        return (
            "taint",
            f"{each.label} does not tolerate {why.detail}" if why.reason == "taint" else why.detail,
        )
    if why is not None and why.reason in ("labels", "name"):
        return "labels", f"{each.label} wants {why.detail}"
    if room[index] < asked[index]:
        return (
            "fragment",
            f"{room[index]} left on a node, {each.label} asks for {asked[index]} at once",
        )
    short = [n for n, h, w in zip(ground.names, room, asked, strict=True) if h < w]
    if short:
        return "other-resource", f"{each.label} lacks {short[0]} there"
    return "gang", f"{each.label} would fit there, but not all of its pods at once"


def _other_layout(ground: Ground, demand: Demand, kind: int, name: str) -> bool:
    """Whether the card behind free devices could be cut into what a pod asks for."""
    card = product_of(ground.kinds[kind].node)
    if card is None or not card.profiles or not name.startswith("nvidia.com/"):
        return False
    for asked in demand.accelerators:
        profile = mig.profile_of_resource(asked)
        if profile is not None and card.profile(profile) is not None:
            return True
        if asked == _GPU and mig.profile_of_resource(name) is not None:
            return True
    return False
