"""Why a workload does not fit: one constraint per kind of node, and one sentence for all of them."""

from collections.abc import Iterator, Sequence

from gpulint.placement.answer import Reason
from gpulint.placement.batch import Batch, Part
from gpulint.placement.ground import Ground, Vector
from gpulint.placement.match import Exclusion
from gpulint.placement.packing import Judge

_WORDS = {
    "cordon": "cordoned",
    "taint": "taint",
    "labels": "labels do not match",
    "name": "not the node that the pod names",
    "resources": "too small even when empty",
    "taken": "not enough left",
    "gang": "not enough at once",
}


def reasons(part: Part, batch: Batch, ground: Ground, judge: Judge) -> tuple[Reason, ...]:
    """For each kind of node why the part is not there; the ground as it is after placing."""
    found = []
    for number, why in enumerate(judge.exclusions(part.demand)):
        kind = ground.kinds[number]
        because, detail = why or _today(part, batch, ground, judge, number)
        found.append(Reason(kind.words, kind.nodes, because, detail))
    return tuple(found)


def sentence(found: Sequence[Reason]) -> str:
    """The reasons as the scheduler's own event sums them up."""
    counts: dict[tuple[str, str], int] = {}
    for each in found:
        key = (each.because, each.detail)
        counts[key] = counts.get(key, 0) + each.nodes
    total = sum(each.nodes for each in found)
    told = [
        f"{nodes} {_WORDS[because]} ({detail})" if detail else f"{nodes} {_WORDS[because]}"
        for (because, detail), nodes in sorted(counts.items(), key=lambda item: -item[1])
    ]
    return f"of {total} {'node' if total == 1 else 'nodes'}: {', '.join(told)}"


def _today(part: Part, batch: Batch, ground: Ground, judge: Judge, kind: int) -> Exclusion:
    """What is short on the node that comes closest; a gang may find room for single pods only."""
    asked = judge.asked(part.demand).amounts
    best: tuple[tuple[int, ...], str] | None = None
    for room in _rooms(ground, kind):
        short = [i for i, (have, want) in enumerate(zip(room, asked, strict=True)) if have < want]
        if not short:
            most = batch.minimum if batch.gang else 0
            return Exclusion("gang", f"{most} pods must start together" if most else "room is left")
        first = short[0]
        name = ground.names[first]
        score = (len(short), asked[first] - room[first])
        if best is None or score < best[0]:
            best = (score, _short(name, room[first], asked[first]))
    return Exclusion("taken", best[1] if best else "")


def _short(name: str, have: int, want: int) -> str:
    if name.startswith(("port:", "alone:")):
        return (
            "the host port is taken" if name.startswith("port:") else "another pod like it is there"
        )
    return f"{name}: {max(have, 0)} free, {want} asked"


def _rooms(ground: Ground, kind: int) -> Iterator[Vector]:
    for row in ground.free[kind].values():
        yield from row
