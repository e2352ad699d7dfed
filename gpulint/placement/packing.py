"""Places the batches of a run one after the other, and finds workloads that block each other."""

from collections.abc import Sequence

from gpulint.placement.answer import Outcome
from gpulint.placement.batch import Batch, Part
from gpulint.placement.demand import Demand
from gpulint.placement.filters import excluded
from gpulint.placement.ground import Ground
from gpulint.placement.match import Exclusion
from gpulint.placement.place import (
    Asked,
    ExhaustedError,
    Placed,
    Role,
    capacity,
    fill,
    fill_gang,
)


class Judge:
    """Says for each demand which kinds of nodes let it on; every pair is judged once."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._known: dict[int, tuple[Demand, Asked, tuple[Exclusion | None, ...]]] = {}

    def asked(self, demand: Demand) -> Asked:
        """The demand as a vector, with the kinds that are open to it."""
        return self._entry(demand)[1]

    def exclusions(self, demand: Demand) -> tuple[Exclusion | None, ...]:
        """Per kind what keeps the demand off an empty node; None where it may run."""
        return self._entry(demand)[2]

    def _entry(self, demand: Demand) -> tuple[Demand, Asked, tuple[Exclusion | None, ...]]:
        found = self._known.get(id(demand))
        if found is None:
            why = tuple(excluded(demand, kind.node, kind.called) for kind in self.ground.kinds)
            kinds = tuple(number for number, each in enumerate(why) if each is None)
            asked = Asked(self.ground.vector(demand.amounts), kinds)
            found = self._known[id(demand)] = (demand, asked, why)
        return found


def pack(ground: Ground, batches: Sequence[Batch], judge: Judge) -> list[Outcome]:
    """Place all batches in their order; workloads that do not know of gangs take turns pod by pod."""
    outcomes: list[Outcome | None] = [None] * len(batches)
    for number, batch in enumerate(batches):
        if outcomes[number] is not None:
            continue
        if batch.world:
            rivals = [
                n
                for n in range(number, len(batches))
                if batches[n].world and batches[n].priority == batch.priority
            ]
            for rival, outcome in zip(
                rivals, _take_turns(ground, batches, rivals, judge), strict=True
            ):
                outcomes[rival] = outcome
        else:
            outcomes[number] = _place(ground, batch, judge)
    return [each for each in outcomes if each is not None]


def place_alone(ground: Ground, batch: Batch, judge: Judge) -> Outcome:
    """Place a batch on the ground as it is and take it off again."""
    mark = len(ground.moves)
    outcome = _place(ground, batch, judge)
    ground.undo(mark)
    return outcome


def _place(ground: Ground, batch: Batch, judge: Judge) -> Outcome:
    if batch.gang:
        return _place_gang(ground, batch, judge)
    placed: list[tuple[Placed, ...]] = [()] * len(batch.parts)
    for index in _largest_first(batch.parts, judge, ground):
        placed[index] = tuple(_place_part(ground, batch.parts[index], judge))
    return Outcome(tuple(placed))


def _largest_first(parts: Sequence[Part], judge: Judge, ground: Ground) -> list[int]:
    def size(index: int) -> tuple[int, ...]:
        amounts = judge.asked(parts[index].demand).amounts
        return (-sum(amounts[: ground.width]), *(-each for each in amounts))

    return sorted(range(len(parts)), key=size)


def _place_part(ground: Ground, part: Part, judge: Judge) -> list[Placed]:
    if part.demand.refusal or part.demand.doubt:
        return []
    asked = judge.asked(part.demand)
    if part.per_node:
        return _one_per_node(ground, asked)
    return fill(ground, asked, part.pods or 0)


def _one_per_node(ground: Ground, asked: Asked) -> list[Placed]:
    """One pod on each node that has room, as a DaemonSet makes them."""
    found: list[Placed] = []
    for kind in asked.open:
        rooms = [(room, len(n)) for row in ground.free[kind].values() for room, n in row.items()]
        for room, nodes in rooms:
            new = tuple(h - w for h, w in zip(room, asked.amounts, strict=True))
            if min(new) >= 0 or all(n >= 0 for n, w in zip(new, asked.amounts, strict=True) if w):
                found += [Placed(kind, ground.move(kind, room, new), 1) for _ in range(nodes)]
    return found


def _place_gang(ground: Ground, batch: Batch, judge: Judge) -> Outcome:
    nothing = tuple(() for _ in batch.parts)
    if batch.doubt or any(part.demand.refusal or part.demand.doubt for part in batch.parts):
        return Outcome(nothing)
    roles = [Role(judge.asked(p.demand), p.pods or 0, p.least) for p in batch.parts]
    try:
        placed = fill_gang(ground, roles, batch.minimum)
    except ExhaustedError:
        return Outcome(nothing, gave_up=True)
    if placed is None:
        return Outcome(nothing)
    for index, role in enumerate(roles):  # what the search left out may still come, pod by pod
        here = sum(each.pods for each in placed[index])
        placed[index] += fill(ground, role.asked, role.pods - here)
    return Outcome(tuple(map(tuple, placed)))


def _take_turns(
    ground: Ground, batches: Sequence[Batch], rivals: Sequence[int], judge: Judge
) -> list[Outcome]:
    """Place one pod of each rival in turn: their controllers make pods at the same time."""
    mark = len(ground.moves)
    queues = [_pods(batches[number]) for number in rivals]
    placed: list[list[list[Placed]]] = [[[] for _ in batches[n].parts] for n in rivals]
    total = [0] * len(rivals)
    for turn in range(max(map(len, queues), default=0)):
        for rival, queue in enumerate(queues):
            if turn < len(queue):
                part = batches[rivals[rival]].parts[queue[turn]]
                one = [] if part.demand.refusal else fill(ground, judge.asked(part.demand), 1)
                placed[rival][queue[turn]] += one
                total[rival] += len(one)
    outcomes = [Outcome(tuple(map(tuple, each))) for each in placed]
    late = [n for n, count in enumerate(total) if count < len(queues[n])]
    if not any(total[n] for n in late):
        return outcomes
    moves = ground.moves[mark:]
    ground.undo(mark)
    rescued = _rescued(ground, [batches[n] for n in rivals], judge)
    for each in moves:  # the same nodes again, in the same order
        ground.move(each.kind, each.old, each.new)
    return [
        outcome._replace(rescued=whole and number in late)
        for number, (outcome, whole) in enumerate(zip(outcomes, rescued, strict=True))
    ]


def _pods(batch: Batch) -> list[int]:
    """The part of each pod, in the order in which they are made."""
    return [index for index, part in enumerate(batch.parts) for _ in range(part.pods or 0)]


def _rescued(ground: Ground, batches: Sequence[Batch], judge: Judge) -> list[bool]:
    """Which of the rivals run whole when a gang scheduler places them one after the other."""
    mark = len(ground.moves)
    found = []
    for batch in batches:
        pods = sum(part.pods or 0 for part in batch.parts)
        outcome = _place(ground, batch._replace(gang=True, minimum=pods), judge)
        found.append(pods > 0 and sum(e.pods for part in outcome.placed for e in part) == pods)
    ground.undo(mark)
    return found


def fits_when_empty(ground: Ground, batch: Batch, judge: Judge) -> int:
    """Pods of a batch that fit on the ground as it is, at most; parts are seen one by one."""
    return sum(
        min(part.pods or 0, capacity(ground, judge.asked(part.demand))) for part in batch.parts
    )
