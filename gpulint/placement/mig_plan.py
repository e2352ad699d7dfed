"""Plans MIG layouts for the slices that workloads ask for, beside the whole cards that others take."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from gpulint.catalog import mig
from gpulint.catalog.products import Product
from gpulint.model.context import Context
from gpulint.model.node import Node
from gpulint.model.resource import Resource
from gpulint.placement.answer import FitAnswer
from gpulint.placement.batch import Batch, Plan, plan
from gpulint.placement.cards import cards_of, product_of
from gpulint.placement.filters import excluded
from gpulint.placement.fit import Amounts, fit_on, kinds_for
from gpulint.placement.ground import Kind
from gpulint.placement.mig_layouts import Cut, best_cuts

_GPU = "nvidia.com/gpu"


class NodeCut(NamedTuple):
    """The cards of some equal nodes: how each is cut, an empty layout for a card that stays whole."""

    product: Product
    nodes: tuple[str, ...]
    layouts: tuple[Mapping[str, int], ...]


class MigPlan(NamedTuple):
    """A plan. wanted, hosted: slices asked for, and those of them that the layouts offer.

    optimal: no layout of these cards hosts more. before, after: the share of cards in use.
    answer: the fit on the cards as planned.
    """

    cuts: tuple[NodeCut, ...]
    wanted: int
    hosted: int
    optimal: bool
    before: Fraction
    after: Fraction
    answer: FitAnswer


def plan_mig(
    context: Context, *, pending: Sequence[Resource] = (), running: Amounts | None = None
) -> MigPlan:
    """Plan layouts: cards that pods take whole stay whole, the others are cut for the slices.

    The cards of each kind of node are cut as well as can be; slices that pods may take on several
    kinds are planned on the first that has room. The strategy has to be mixed.
    """
    planned = plan(context, pending)
    before = fit_on(kinds_for(context, planned, running), planned, context)
    whole = tuple(map(_uncut, before.kinds))
    without = _without_slices(planned)
    used = _used_cards(fit_on(whole, without, context))
    wanted = _wanted(planned)
    left = dict(wanted)
    total = {name: sum(n for (each, _), n in wanted.items() if each == name) for name, _ in wanted}
    cuts: list[NodeCut] = []
    kinds: list[Kind] = []
    hosted, optimal = 0, True
    for number, kind in enumerate(whole):
        product = product_of(kind.node)
        if product is None or not product.profiles:
            kinds.append(before.kinds[number])
            continue
        free = [int(cards_of(kind.node)) - used.get((number, n), 0) for n in range(kind.nodes)]
        asked = _open_to(kind, left, planned)
        found = best_cuts(product, sum(free), asked)
        hosted, optimal = hosted + found.hosted, optimal and found.optimal
        _take(left, found.cuts, kind, planned)
        rows = _dealt(found.cuts, free, int(cards_of(kind.node)))
        for names, layouts in _alike(kind, rows):
            cuts.append(NodeCut(product, names, layouts))
            kinds.append(_recut(kind, names, layouts))
    after = fit_on(kinds, planned, context)
    shares = before.totals.utilization, after.totals.utilization
    return MigPlan(tuple(cuts), sum(total.values()), hosted, optimal, *shares, after)


Wanted = dict[tuple[str, int], int]


def _slices(batch: Batch) -> Iterator[tuple[int, str, int]]:
    """Part number, profile and instances of every part that asks for slices."""
    for number, part in enumerate(batch.parts):
        for name, amount in part.demand.accelerators.items():
            profile = mig.profile_of_resource(name)
            if profile is not None and part.pods and not part.demand.refusal:
                yield number, profile, amount * part.pods


def _wanted(planned: Plan) -> Wanted:
    """Instances asked for, by profile and number of the batch."""
    found: Wanted = {}
    for number, batch in enumerate(planned.batches):
        for _, profile, count in _slices(batch):
            found[profile, number] = found.get((profile, number), 0) + count
    return found


def _open_to(kind: Kind, left: Wanted, planned: Plan) -> dict[str, int]:
    """Instances still asked for by pods that this kind of node lets on, by profile."""
    found: dict[str, int] = {}
    for (profile, number), count in left.items():
        if count and _is_open(kind, planned.batches[number]):
            found[profile] = found.get(profile, 0) + count
    return found


def _is_open(kind: Kind, batch: Batch) -> bool:
    for part in batch.parts:
        why = excluded(part.demand, kind.node, kind.called)
        if why is None or why.reason == "resources":
            return True
    return False


def _take(left: Wanted, cuts: Sequence[Cut], kind: Kind, planned: Plan) -> None:
    """Count what the cuts host off what is still asked for, in the order of placing."""
    supply: dict[str, int] = {}
    for cut in cuts:
        for name, count in cut.layout.items():
            supply[name] = supply.get(name, 0) + count * cut.cards
    for (profile, number), count in left.items():
        if _is_open(kind, planned.batches[number]):
            taken = min(count, supply.get(profile, 0))
            supply[profile] = supply.get(profile, 0) - taken
            left[profile, number] = count - taken


def _without_slices(planned: Plan) -> Plan:
    batches = tuple(
        batch for batch in planned.batches if not any(True for _ in _slices(batch))
    )  # fmt: skip
    return planned._replace(batches=batches)


def _used_cards(answer: FitAnswer) -> dict[tuple[int, int], int]:
    """Whole cards in use by kind and number of the node."""
    found: dict[tuple[int, int], int] = {}
    for seat in answer.seats:
        key = (seat.kind, seat.number)
        found[key] = found.get(key, 0) + seat.devices.get(_GPU, 0) * seat.pods
    return found


def _uncut(kind: Kind) -> Kind:
    """The same nodes with all cards whole; others are left as they are."""
    product = product_of(kind.node)
    if product is None or not product.profiles:
        return kind
    return kind._replace(node=_offering(kind.node, {_GPU: int(cards_of(kind.node))}))


def _recut(kind: Kind, names: Sequence[str], layouts: Sequence[Mapping[str, int]]) -> Kind:
    offer = {_GPU: sum(not layout for layout in layouts)}
    for layout in layouts:
        for name, count in layout.items():
            resource = mig.resource_name(name)
            offer[resource] = offer.get(resource, 0) + count
    node = _offering(kind.node, {name: n for name, n in offer.items() if n})
    return kind._replace(node=node, nodes=len(names), names=tuple(names))


def _offering(node: Node, devices: Mapping[str, int]) -> Node:
    """The node with other devices of NVIDIA's, and the number of cards as discovery counts them."""
    value = dict(node.resource.value)
    labels = {**node.labels, "nvidia.com/gpu.count": str(int(cards_of(node)))}
    value["metadata"] = {**node.resource.metadata, "labels": labels}
    kept = {n: q.text for n, q in node.allocatable.items() if not n.startswith("nvidia.com/")}
    value["status"] = {"allocatable": {**kept, **{n: str(count) for n, count in devices.items()}}}
    old = node.resource
    return Node(
        Resource(old.document, value, old.pointer, api_version=old.api_version, kind=old.kind)
    )


def _dealt(
    cuts: Sequence[Cut], free: Sequence[int], cards: int
) -> list[tuple[Mapping[str, int], ...]]:
    """Layouts per node: cards in use stay whole and come first, then the cuts one after the other."""
    layouts = [cut.layout for cut in cuts for _ in range(cut.cards)]
    rows = []
    for room in free:
        mine, layouts = layouts[:room], layouts[room:]
        whole: list[Mapping[str, int]] = [{}] * (cards - len(mine))
        rows.append((*whole, *mine))
    return rows


def _alike(
    kind: Kind, rows: Sequence[tuple[Mapping[str, int], ...]]
) -> Iterator[tuple[tuple[str, ...], tuple[Mapping[str, int], ...]]]:
    """Nodes with the same layouts together."""
    found: dict[object, tuple[list[str], tuple[Mapping[str, int], ...]]] = {}
    for number, layouts in enumerate(rows):
        key = tuple(tuple(sorted(layout.items())) for layout in layouts)
        found.setdefault(key, ([], layouts))[0].append(kind.name_of(number))
    for names, layouts in found.values():
        yield tuple(names), layouts
