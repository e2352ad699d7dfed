"""Which workloads of a run fit on the nodes of its facts: places them all, and explains the rest."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from gpulint.model.context import Context
from gpulint.model.node import Node
from gpulint.model.resource import Resource
from gpulint.placement.answer import FitAnswer, Outcome, Seat, Stranded, Totals, Verdict
from gpulint.placement.batch import Plan, plan
from gpulint.placement.bound import most_cards
from gpulint.placement.cards import cards_of, share
from gpulint.placement.filters import offered
from gpulint.placement.fleet import fleet
from gpulint.placement.ground import Ground, Kind, kinds_of, ordered_names
from gpulint.placement.packing import Judge, pack
from gpulint.placement.stranded import Waiting, stranded
from gpulint.placement.verdicts import Placing, verdicts

Amounts = Mapping[str, Mapping[str, int]]


def fit(
    context: Context,
    *,
    pending: Sequence[Resource] = (),
    running: Amounts | None = None,
) -> FitAnswer:
    """Place the pods of the input on the nodes of the facts.

    By priority, then in the order of the input; gangs whole or not at all; each pod where it leaves
    least. Nothing is evicted. pending: pods of the facts that come first. running: what pods take
    by node; None takes the nodes as empty.
    """
    planned = plan(context, pending)
    return fit_on(kinds_for(context, planned, running), planned, context)


def fit_on(kinds: Sequence[Kind], planned: Plan, context: Context) -> FitAnswer:
    """Place the batches of a plan on kinds of nodes."""
    ground = ground_of(kinds, planned)
    judge = Judge(ground)
    bound = most_cards(ground, planned.batches, judge)
    outcomes = pack(ground, planned.batches, judge)
    placing = Placing(planned, outcomes, ground, judge, fleet(context.cluster).grows)
    found = verdicts(placing)
    seats = tuple(_seats(planned, outcomes))
    totals = _totals(placing, found, seats, bound)
    return FitAnswer(ground.kinds, found, seats, totals, _deadlocks(planned, found))


def kinds_for(context: Context, planned: Plan, running: Amounts | None) -> tuple[Kind, ...]:
    """The nodes of the facts, folded as far as the plan does not tell them apart."""
    called = {n for b in planned.batches for part in b.parts for n in part.demand.names}
    return kinds_of(context.cluster.of(Node), called, running)


def ground_of(kinds: Sequence[Kind], planned: Plan) -> Ground:
    """Empty ground but for running pods, with all resources that anybody asks for."""
    amounts = {id(p.demand): p.demand.amounts for b in planned.batches for p in b.parts}
    names, width = ordered_names(amounts.values(), kinds)
    offers = [tuple(offered(kind.node, name) for name in names) for kind in kinds]
    return Ground(kinds, names, offers, width)


def _seats(planned: Plan, outcomes: Sequence[Outcome]) -> Iterator[Seat]:
    for batch, outcome in zip(planned.batches, outcomes, strict=True):
        for part, placed in zip(batch.parts, outcome.placed, strict=True):
            devices = part.demand.accelerators if placed else {}
            for each in placed:
                yield Seat(part.workload, part.role, *each, devices)


def _deadlocks(planned: Plan, found: Sequence[Verdict]) -> tuple[tuple[int, ...], ...]:
    """Workloads of one priority that each hold a part of what the others need."""
    groups: dict[int, list[int]] = {}
    for batch in planned.batches:
        number = batch.parts[0].workload
        if batch.world and found[number].waits:
            groups.setdefault(batch.priority, []).append(number)
    return tuple(tuple(sorted(set(each))) for each in groups.values() if len(set(each)) > 1)


def _totals(
    placing: Placing, found: Sequence[Verdict], seats: Sequence[Seat], bound: Fraction
) -> Totals:
    ground = placing.ground
    cards = sum((cards_of(k.node) * k.nodes for k in ground.kinds), Fraction(0))
    resources = {name: [0, 0] for name in ground.names[: ground.width]}
    for number, kind in enumerate(ground.kinds):
        for index, name in enumerate(ground.names[: ground.width]):
            resources[name][0] += ground.offers[number][index] * kind.nodes
    in_use, held = Fraction(0), dict[str, tuple[int, Fraction]]()
    for (kind_number, name, waits), devices in _summed(found, seats).items():
        part = share(ground.kinds[kind_number].node, name) * devices
        if waits:
            before = held.get(name, (0, Fraction(0)))
            held[name] = (before[0] + devices, before[1] + part)
        else:
            in_use += part
            resources[name][1] += devices
    waiting = [
        Waiting(part.demand, placing.plan.workloads[part.workload].resource.label)
        for _, part, missing in placing.missing()
        if missing and not (part.demand.refusal or part.demand.doubt)
    ]
    lost = stranded(ground, _each_once(waiting), placing.judge)
    stuck = tuple(
        Stranded(name, n, part, "held", "by pods that wait for the rest of their workload")
        for name, (n, part) in sorted(held.items())
    )
    occupied = _occupied(ground.kinds)
    told = {name: (have, used) for name, (have, used) in resources.items()}
    return Totals(cards, in_use, occupied, min(bound + occupied, cards), (*stuck, *lost), told)


def _summed(found: Sequence[Verdict], seats: Sequence[Seat]) -> dict[tuple[int, str, bool], int]:
    """Devices by kind of node, resource and whether their pods wait."""
    sums: dict[tuple[int, str, bool], int] = {}
    for seat in seats:
        for name, each in seat.devices.items():
            key = (seat.kind, name, found[seat.workload].waits)
            sums[key] = sums.get(key, 0) + each * seat.pods
    return sums


def _each_once(waiting: Sequence[Waiting]) -> list[Waiting]:
    return list({id(each.demand): each for each in reversed(waiting)}.values())[::-1]


def _occupied(kinds: Sequence[Kind]) -> Fraction:
    return sum(
        (
            share(kind.node, name) * amount * nodes
            for kind in kinds
            for nodes, amounts in kind.used
            for name, amount in amounts.items()
        ),
        Fraction(0),
    )
