"""What becomes of each workload, after its pods were placed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.placement.answer import Outcome, Verdict, Word
from gpulint.placement.batch import Batch, Part, Plan
from gpulint.placement.explain import reasons, sentence
from gpulint.placement.ground import Ground
from gpulint.placement.packing import Judge, place_alone


class Item(NamedTuple):
    """A part of a workload: its batch, what was done with that, and the pods that got a place."""

    batch: Batch
    part: Part
    outcome: Outcome
    placed: int


class Placing(NamedTuple):
    """A run after placing. grows: node pools may add nodes."""

    plan: Plan
    outcomes: Sequence[Outcome]
    ground: Ground
    judge: Judge
    grows: bool

    def items(self) -> Iterator[Item]:
        """Every part with its fate, in the order of placing."""
        for batch, outcome in zip(self.plan.batches, self.outcomes, strict=True):
            for part, placed in zip(batch.parts, outcome.placed, strict=True):
                yield Item(batch, part, outcome, sum(each.pods for each in placed))

    def missing(self) -> Iterator[tuple[Batch, Part, int]]:
        """Every part with the pods that got no place."""
        for each in self.items():
            yield each.batch, each.part, max(self.pods(each.part) - each.placed, 0)

    def pods(self, part: Part) -> int:
        """Pods of a part; for a DaemonSet one on each node that lets it on."""
        if part.per_node:
            return sum(self.ground.kinds[k].nodes for k in self.judge.asked(part.demand).open)
        return part.pods or 0


def verdicts(placing: Placing) -> tuple[Verdict, ...]:
    """A verdict per workload, in the order of the workloads."""
    items: list[list[Item]] = [[] for _ in placing.plan.workloads]
    for each in placing.items():
        items[each.part.workload].append(each)
    empty = _Empty(placing)
    return tuple(_verdict(number, each, placing, empty) for number, each in enumerate(items))


class _Empty:
    """The same nodes without any pod of the run, made when somebody asks."""

    def __init__(self, placing: Placing) -> None:
        self._placing = placing
        self._known: dict[int, Outcome] = {}
        self._judge: Judge | None = None

    def takes(self, batch: Batch) -> bool | None:
        """Whether a gang would fit if it were alone; None when the search was given up."""
        if self._judge is None:
            old = self._placing.ground
            kinds = [kind._replace(used=()) for kind in old.kinds]
            self._judge = Judge(Ground(kinds, old.names, old.offers, old.width))
        found = self._known.get(id(batch))
        if found is None:
            found = self._known[id(batch)] = place_alone(self._judge.ground, batch, self._judge)
        return None if found.gave_up else any(found.placed)


def _verdict(number: int, items: Sequence[Item], placing: Placing, empty: _Empty) -> Verdict:
    workload = placing.plan.workloads[number]
    known = all(each.part.pods is not None or each.part.per_node for each in items)
    pods = sum(placing.pods(each.part) for each in items)
    placed = sum(each.placed for each in items)
    notes = tuple(dict.fromkeys(note for each in items for note in each.part.demand.notes))
    verdict = Verdict(workload.resource, "fits", pods if known else None, placed, notes=notes)
    word, why, late = _word(workload.refusal, items, placing, empty)
    if word == "fits":
        return verdict
    told = () if late is None else reasons(late.part, late.batch, placing.ground, placing.judge)
    waits = 0 < placed < pods and any(each.batch.world for each in items)
    rescued = waits and any(each.outcome.rescued for each in items)
    text = "; ".join(filter(None, (why, sentence(told) if told else "")))
    return verdict._replace(word=word, why=text, reasons=told, waits=waits, rescued=rescued)


def _word(
    refusal: str, items: Sequence[Item], placing: Placing, empty: _Empty
) -> tuple[Word, str, Item | None]:
    """The word, a sentence (empty: the reasons tell it), and the part whose reasons tell most."""
    refused = refusal or next((e.part.demand.refusal for e in items if e.part.demand.refusal), "")
    barred = next((e for e in items if _is_barred(e.part, placing)), None)
    if refused:
        return "never", refused, barred
    if not placing.ground.kinds:
        return "unknown", "the facts hold no nodes", None
    if barred is not None:
        unsure = _unsure(barred.part, placing)
        return ("unknown" if unsure else "never"), unsure, barred
    doubt = next((d for e in items if (d := e.part.demand.doubt or e.batch.doubt)), "")
    if doubt or any(e.part.pods is None and not e.part.per_node for e in items):
        return "unknown", doubt or "the number of pods is not known", None
    late = next((e for e in items if e.placed < placing.pods(e.part)), None)
    if late is None:
        return "fits", "", None
    if late.batch.gang and not any(late.outcome.placed):
        return _gang(late, placing, empty)
    if placing.grows:
        return "unknown", "a node pool may add nodes for the rest", late
    return "partly", "", late


def _gang(late: Item, placing: Placing, empty: _Empty) -> tuple[Word, str, Item | None]:
    batch = late.batch
    made = sum(part.pods or 0 for part in batch.parts)
    if made < batch.minimum:
        return "never", f"{batch.minimum} pods must start at once, and only {made} are made", late
    if placing.grows:
        return "unknown", "a node pool may add nodes", late
    takes = empty.takes(batch)
    if takes is None or late.outcome.gave_up:
        return "unknown", "too many ways to place the gang; none was found", late
    if takes:
        return "partly", "", late
    return "never", f"{batch.minimum} pods must start at once, more than all nodes hold", late


def _is_barred(part: Part, placing: Placing) -> bool:
    if part.demand.doubt or (part.pods == 0 and not part.per_node):
        return False
    return not placing.judge.asked(part.demand).open


def _unsure(part: Part, placing: Placing) -> str:
    """Why "no node" may be wrong: nodes may come, or the facts do not tell the names of all."""
    if placing.grows:
        return "a node pool may add nodes"
    kinds = placing.ground.kinds
    told = {name for kind in kinds for name in kind.names}
    hidden = any(kind.nodes > len(kind.names) for kind in kinds)
    if hidden and part.demand.names - told:
        return "the facts do not tell the names of all nodes"
    return ""
