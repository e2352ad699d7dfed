"""Places pods on the ground: best fit, so that what is left on a node is as little as can be."""

from collections.abc import Sequence
from typing import NamedTuple

from gpulint.placement.ground import Ground, Vector


class Placed(NamedTuple):
    """Pods of one demand on one node."""

    kind: int
    number: int
    pods: int


class Asked(NamedTuple):
    """A demand as a vector over a ground. open: numbers of the kinds that let the pods on."""

    amounts: Vector
    open: tuple[int, ...]


def times(room: Vector, amounts: Vector) -> int:
    """How often amounts fit into a room."""
    return min(have // want for have, want in zip(room, amounts, strict=True) if want)


def capacity(ground: Ground, asked: Asked) -> int:
    """Pods of one demand that fit at once, when no others are placed."""
    return sum(
        times(room, asked.amounts) * len(numbers)
        for kind in asked.open
        for row in ground.free[kind].values()
        for room, numbers in row.items()
        if all(have >= want for have, want in zip(room, asked.amounts, strict=True))
    )


def fill(ground: Ground, asked: Asked, pods: int) -> list[Placed]:
    """Place up to `pods` pods, each where it leaves least; returns where they went."""
    found: list[Placed] = []
    left = pods
    while left > 0:
        best = _best(ground, asked)
        if best is None:
            break
        kind, room = best
        each = min(times(room, asked.amounts), left)
        nodes = min(len(ground.free[kind][room[: ground.width]][room]), left // each)
        new = tuple(h - w * each for h, w in zip(room, asked.amounts, strict=True))
        found += [Placed(kind, ground.move(kind, room, new), each) for _ in range(nodes)]
        left -= nodes * each
    return found


def _best(ground: Ground, asked: Asked) -> tuple[int, Vector] | None:
    """The kind and room to take from next: least of the wanted devices left, then of all devices."""
    width, amounts = ground.width, asked.amounts
    wanted = [index for index in range(width) if amounts[index]]
    best: tuple[tuple[int, ...], int, Vector] | None = None
    for kind in asked.open:
        for devices, row in ground.free[kind].items():
            if any(devices[index] < amounts[index] for index in wanted):
                continue
            left = sum(devices[index] - amounts[index] for index in wanted)
            score = (left, sum(ground.offers[kind][:width]) > 0, sum(devices), kind)
            if best is not None and score >= best[0]:
                continue
            room = _fitting(row, amounts)
            if room is not None:
                best = (score, kind, room)
    return None if best is None else best[1:]


def _fitting(row: dict[Vector, list[int]], amounts: Vector) -> Vector | None:
    needed = [(index, want) for index, want in enumerate(amounts) if want]
    for room in row:
        for index, want in needed:
            if room[index] < want:
                break
        else:
            return room
    return None


class Role(NamedTuple):
    """Pods of one demand in a gang. least: of them that must be placed, whatever else is."""

    asked: Asked
    pods: int
    least: int = 0


def fill_gang(
    ground: Ground, roles: Sequence[Role], minimum: int, budget: int = 50_000
) -> list[list[Placed]] | None:
    """Place at least `minimum` pods at once, or none; where each role's pods went, None if they cannot.

    Exact: when best fit, the largest pods first, fails, all ways are tried. Raises ExhaustedError when
    that takes more than `budget` steps.
    """
    mark = len(ground.moves)
    bound = [min(role.pods, capacity(ground, role.asked)) for role in roles]
    if sum(bound) < minimum or any(b < r.least for b, r in zip(bound, roles, strict=True)):
        return None
    placed: list[list[Placed]] = [[] for _ in roles]
    order = sorted(range(len(roles)), key=lambda index: _size(ground, roles[index]), reverse=True)
    # what must be there comes before what may
    for index in order:
        placed[index] += fill(ground, roles[index].asked, roles[index].least)
    for index in order:
        here = sum(each.pods for each in placed[index])
        placed[index] += fill(ground, roles[index].asked, roles[index].pods - here)
    if _is_enough(placed, roles, minimum):
        return placed
    ground.undo(mark)
    if len(roles) == 1:
        return None
    return _Search(ground, roles, order, minimum, budget).run()


def _size(ground: Ground, role: Role) -> tuple[int, ...]:
    return (sum(role.asked.amounts[: ground.width]), *role.asked.amounts)


def _is_enough(placed: Sequence[Sequence[Placed]], roles: Sequence[Role], minimum: int) -> bool:
    counts = [sum(each.pods for each in part) for part in placed]
    reached = all(c >= role.least for c, role in zip(counts, roles, strict=True))
    return reached and sum(counts) >= minimum


class ExhaustedError(Exception):
    """The search was given up: nobody knows whether the gang fits."""


class _Search:
    """Tries all ways to place a gang, equal nodes counted once."""

    def __init__(
        self, ground: Ground, roles: Sequence[Role], order: Sequence[int], minimum: int, budget: int
    ) -> None:
        self.ground = ground
        self.roles = roles
        self.order = order
        self.minimum = minimum
        self.budget = budget
        self.placed: list[list[Placed]] = [[] for _ in roles]
        self.dead: set[object] = set()

    def run(self) -> list[list[Placed]] | None:
        """Where the pods of each role went; None when they fit in no way."""
        return self.placed if self._step(0, 0, self.minimum) else None

    def _step(self, depth: int, here: int, needed: int) -> bool:
        """Whether the rest fits. here: pods of the current role so far. needed: pods still to place."""
        if depth == len(self.order):
            return needed <= 0
        index = self.order[depth]
        role = self.roles[index]
        state = (depth, here, needed, self._state())
        if state in self.dead or self._bound(depth, here) < needed:
            return False
        self.budget -= 1
        if self.budget < 0:
            raise ExhaustedError
        is_done = here >= role.least
        if is_done and needed <= 0 and self._step(depth + 1, 0, needed):
            return True
        if here < role.pods:
            for kind, room in self._choices(role.asked):
                mark = len(self.ground.moves)
                new = tuple(h - w for h, w in zip(room, role.asked.amounts, strict=True))
                self.placed[index].append(Placed(kind, self.ground.move(kind, room, new), 1))
                if self._step(depth, here + 1, needed - 1):
                    return True
                self.placed[index].pop()
                self.ground.undo(mark)
        if is_done and needed > 0 and self._step(depth + 1, 0, needed):
            return True
        self.dead.add(state)
        return False

    def _bound(self, depth: int, here: int) -> int:
        """The most pods that can still be placed, each role seen alone."""
        total = 0
        for position in range(depth, len(self.order)):
            role = self.roles[self.order[position]]
            left = role.pods - (here if position == depth else 0)
            total += min(left, capacity(self.ground, role.asked))
        return total

    def _choices(self, asked: Asked) -> list[tuple[int, Vector]]:
        return [
            (kind, room)
            for kind in asked.open
            for row in self.ground.free[kind].values()
            for room in row
            if all(have >= want for have, want in zip(room, asked.amounts, strict=True))
        ]

    def _state(self) -> object:
        return frozenset(
            (kind, room, len(numbers))
            for kind, rows in enumerate(self.ground.free)
            for row in rows.values()
            for room, numbers in row.items()
        )
