"""The picture of a fit: one row per node, one box per device, coloured by who sits there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.placement.answer import FitAnswer
from gpulint.placement.cards import share
from gpulint.placement.demand import in_units
from gpulint.reporters.fit_words import name
from gpulint.reporters.markup import escape
from gpulint.reporters.plain import printable

# Told apart by people who see colours differently: Okabe and Ito's palette without black.
_COLOURS = ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
_MOST_ROWS = 200
_ROW, _BOX, _LEFT, _GAP = 30, 56, 220, 3


class Box(NamedTuple):
    """A device of a node. width: share of a card. workload: number, -1 running pods, None free."""

    resource: str
    width: float
    workload: int | None
    waits: bool


def picture(answer: FitAnswer) -> Iterator[str]:
    """SVG elements of the whole picture, as lines of markup."""
    rows = list(_rows(answer))
    shown = rows[:_MOST_ROWS]
    widest = max((sum(box.width for box in boxes) for _, _, boxes in shown), default=1)
    width = _LEFT + int(widest * (_BOX + _GAP)) + 20
    height = _ROW * (len(shown) + 1)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" aria-label="Nodes and who uses their devices">'
    )
    yield (
        '<defs><pattern id="waits" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="3" height="6" fill="#000" opacity=".35"/>'
        "</pattern></defs>"
    )
    for index, (node, nodes, boxes) in enumerate(shown):
        yield from _row(answer, index, node, nodes, boxes)
    left = sum(nodes for _, nodes, _ in rows[_MOST_ROWS:])
    if left:
        y = _ROW * len(shown) + 20
        yield f'<text x="8" y="{y}">and {left} more nodes</text>'
    yield "</svg>"


def _row(
    answer: FitAnswer, index: int, node: str, nodes: int, boxes: Sequence[Box]
) -> Iterator[str]:
    y = index * _ROW + 4
    words = node if nodes == 1 else f"{nodes} × like {node}"
    yield f'<g class="node"><text x="8" y="{y + 15}">{escape(printable(words))}</text>'
    x = float(_LEFT)
    for box in boxes:
        width = max(box.width * _BOX, 4)
        yield from _box(answer, box, x, y, width)
        x += width + _GAP
    yield "</g>"


def _box(answer: FitAnswer, box: Box, x: float, y: int, width: float) -> Iterator[str]:
    if box.workload is None:
        look, who = 'class="free"', "free"
    elif box.workload < 0:
        look, who = 'class="running"', "running pods"
    else:
        colour = _COLOURS[box.workload % len(_COLOURS)]
        look, who = f'fill="{colour}"', name(answer.verdicts[box.workload])
    title = f"{box.resource}: {who}{', waits' if box.waits else ''}"
    place = f'x="{x:.1f}" y="{y}" width="{width:.1f}" height="{_ROW - 8}" rx="3"'
    yield f"<rect {place} {look}><title>{escape(printable(title))}</title></rect>"
    if box.waits:
        yield f'<rect {place} fill="url(#waits)" pointer-events="none"/>'


def _rows(answer: FitAnswer) -> Iterator[tuple[str, int, tuple[Box, ...]]]:
    """Name, how many equal rows, and boxes; empty nodes and equal neighbours are drawn once."""
    seats = _seats(answer)
    for number, kind in enumerate(answer.kinds):
        devices = [
            (resource, in_units(resource, amount), float(share(kind.node, resource)))
            for resource, amount in sorted(kind.node.allocatable.items())
            if share(kind.node, resource)
        ]
        running = _running(kind.used)
        previous: tuple[str, int, tuple[Box, ...]] | None = None
        for node in range(kind.nodes):
            here = seats.get((number, node), {})
            taken = running[node] if node < len(running) else {}
            boxes = tuple(_boxes(answer, devices, here, taken))
            if previous is not None and previous[2] == boxes:
                previous = (previous[0], previous[1] + 1, boxes)
                continue
            if previous is not None:
                yield previous
            previous = (kind.name_of(node), 1, boxes)
        if previous is not None:
            yield previous


def _running(used: Sequence[tuple[int, Mapping[str, int]]]) -> list[Mapping[str, int]]:
    return [amounts for nodes, amounts in used for _ in range(nodes)]


def _boxes(
    answer: FitAnswer,
    devices: Sequence[tuple[str, int, float]],
    here: Mapping[int, Mapping[str, int]],
    taken: Mapping[str, int],
) -> Iterator[Box]:
    for resource, total, width in devices:
        left = total
        for workload, amounts in ((-1, taken), *sorted(here.items())):
            count = min(amounts.get(resource, 0), left)
            left -= count
            waits = workload >= 0 and answer.verdicts[workload].waits
            yield from [Box(resource, width, workload, waits)] * count
        yield from [Box(resource, width, None, False)] * left


def _seats(answer: FitAnswer) -> dict[tuple[int, int], dict[int, dict[str, int]]]:
    """Devices by node, workload and resource."""
    found: dict[tuple[int, int], dict[int, dict[str, int]]] = {}
    for seat in answer.seats:
        devices = found.setdefault((seat.kind, seat.number), {}).setdefault(seat.workload, {})
        for resource, amount in seat.devices.items():
            devices[resource] = devices.get(resource, 0) + amount * seat.pods
    return found


def legend(answer: FitAnswer) -> Iterator[str]:
    """A list of the workloads with their colours, those that sit somewhere."""
    sitting = sorted({seat.workload for seat in answer.seats if seat.devices})
    for number in sitting[:_MOST_ROWS]:
        colour = _COLOURS[number % len(_COLOURS)]
        mark = " (waits)" if answer.verdicts[number].waits else ""
        who = escape(name(answer.verdicts[number]))
        yield f'<li><span style="background:{colour}"></span>{who}{mark}</li>'
    yield '<li><span class="free"></span>free</li>'
