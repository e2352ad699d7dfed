"""Placing pods: best fit, and gangs whole or not at all, compared with trying everything."""

import itertools
import random
from collections.abc import Iterator

import pytest

from gpulint.model.node import Node
from gpulint.model.resource import Resource
from gpulint.placement.ground import Ground, Kind
from gpulint.placement.place import Asked, ExhaustedError, Role, capacity, fill, fill_gang
from gpulint.source.reader import ReadOptions, read_bytes

DOCUMENT = read_bytes("data.yaml", b"{}", ReadOptions(prefilter=False)).documents[0]
NODE = Node(Resource(DOCUMENT, {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}}))


def _ground(*offers: tuple[int, ...]) -> Ground:
    """One kind per node; the first resource counts as accelerator."""
    kinds = [Kind(NODE, 1, (f"n{number}",)) for number in range(len(offers))]
    return Ground(kinds, [f"r{i}" for i in range(len(offers[0]))], offers, 1)


def _free(ground: Ground) -> list[list[tuple[int, ...]]]:
    return [
        sorted(room for row in rows.values() for room, numbers in row.items() for _ in numbers)
        for rows in ground.free
    ]


def test_a_pod_goes_where_it_leaves_least() -> None:
    """The large gap stays whole for a pod that needs it."""
    ground = _ground((8, 9), (2, 9), (4, 9))
    placed = fill(ground, Asked((2, 1), (0, 1, 2)), 2)
    expected = [(1, 1), (2, 1)]
    actual = [(each.kind, each.pods) for each in placed]
    assert expected == actual


def test_pods_without_devices_go_to_nodes_without_devices() -> None:
    """A web server on a GPU node can take the cpu that a training needs."""
    ground = _ground((8, 9), (0, 9))
    expected = [(1, 0, 9), (0, 0, 3)]
    actual = [tuple(each) for each in fill(ground, Asked((0, 1), (0, 1)), 12)]
    assert expected == actual


def test_undo_gives_back_what_was_taken() -> None:
    """A gang that does not fit must leave no trace."""
    ground = Ground([Kind(NODE, 3, ("a", "b", "c"))], ["r0", "r1"], [(4, 8)], 1)
    expected = _free(ground)
    fill(ground, Asked((1, 1), (0,)), 7)
    ground.undo(0)
    actual = _free(ground)
    assert expected == actual


def _counts(kinds: tuple[int, ...], pods: int, nodes: int) -> Iterator[tuple[int, ...]]:
    """Every way to spread up to so many pods over the nodes that are open."""
    for counts in itertools.product(range(pods + 1), repeat=nodes):
        if sum(counts) <= pods and all(not c or n in kinds for n, c in enumerate(counts)):
            yield counts


def _brute(offers: list[tuple[int, ...]], roles: list[Role], minimum: int) -> bool:
    """Whether the gang fits, by trying all ways."""
    ways = [list(_counts(role.asked.open, role.pods, len(offers))) for role in roles]
    for choice in itertools.product(*ways):
        sums = [sum(counts) for counts in choice]
        if sum(sums) < minimum or any(s < r.least for s, r in zip(sums, roles, strict=True)):
            continue
        if all(
            sum(
                counts[node] * role.asked.amounts[i]
                for counts, role in zip(choice, roles, strict=True)
            )
            <= have
            for node, offer in enumerate(offers)
            for i, have in enumerate(offer)
        ):
            return True
    return False


def _case(seed: int) -> tuple[list[tuple[int, ...]], list[Role], int]:
    dice = random.Random(seed)
    offers = [(dice.randint(0, 8), dice.randint(2, 10)) for _ in range(dice.randint(1, 3))]
    roles = []
    for _ in range(dice.randint(1, 3)):
        kinds = tuple(n for n in range(len(offers)) if dice.random() < 0.8)
        amounts = (dice.choice((0, 1, 2, 3, 4)), dice.randint(1, 4))
        pods = dice.randint(1, 4)
        least = dice.choice((0, 0, dice.randint(0, pods)))
        roles.append(Role(Asked(amounts, kinds), pods, least))
    return offers, roles, dice.randint(1, sum(role.pods for role in roles))


@pytest.mark.parametrize("block", range(12))
def test_a_gang_fits_exactly_when_some_way_exists(block: int) -> None:
    """Best fit alone would call some gangs impossible that are not; 600 small cases."""
    seeds = range(block * 50, block * 50 + 50)
    expected = [(seed, _brute(*_case(seed))) for seed in seeds]
    actual = []
    for seed in seeds:
        offers, roles, minimum = _case(seed)
        actual.append((seed, fill_gang(_ground(*offers), roles, minimum) is not None))
    assert expected == actual


@pytest.mark.parametrize("block", range(4))
def test_a_placed_gang_takes_no_more_than_there_is(block: int) -> None:
    """And as many pods of each role as must be, on nodes that are open to it."""
    expected: list[int] = []
    actual = []
    for seed in range(block * 50, block * 50 + 50):
        offers, roles, minimum = _case(seed)
        ground = _ground(*offers)
        placed = fill_gang(ground, roles, minimum)
        rooms = [room for part in _free(ground) for room in part]
        sums = [sum(each.pods for each in part) for part in placed or ()]
        legal = placed is None or (
            min(itertools.chain.from_iterable(rooms)) >= 0
            and sum(sums) >= minimum
            and all(r.least <= s <= r.pods for s, r in zip(sums, roles, strict=True))
            and all(e.kind in r.asked.open for p, r in zip(placed, roles, strict=True) for e in p)
        )
        if not legal or (placed is None and _free(ground) != [[offer] for offer in offers]):
            actual.append(seed)
    assert expected == actual


TIGHT = [Role(Asked((size, 1), (0, 1)), pods) for size, pods in ((4, 1), (3, 1), (2, 2))]


def test_a_search_that_takes_too_long_is_given_up() -> None:
    """An answer that nobody can wait for is no answer; the caller says that it does not know."""
    with pytest.raises(ExhaustedError) as raised:
        fill_gang(_ground((5, 9), (6, 9)), TIGHT, 4, budget=1)
    assert raised.type is ExhaustedError


def test_a_gang_that_best_fit_misses_is_found() -> None:
    """The largest pod must not go where it fits best: 4 + 2 and 3 + 2, not 4 and 3 + 2."""
    placed = fill_gang(_ground((5, 9), (6, 9)), TIGHT, 4)
    expected = [[1], [0], [0, 1]]
    actual = [sorted(each.kind for each in part) for part in placed or ()]
    assert expected == actual


def test_capacity_counts_pods_of_one_kind_exactly() -> None:
    """It is the bound by which the search of gangs is cut."""
    expected = 2 + 1
    actual = capacity(_ground((5, 9), (8, 1), (3, 0)), Asked((2, 1), (0, 1, 2)))
    assert expected == actual
