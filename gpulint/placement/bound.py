"""How many cards workloads could use at most, wherever their pods were placed: a bound by flow."""

from collections import deque
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from gpulint.placement.batch import Batch
from gpulint.placement.cards import share
from gpulint.placement.ground import Ground
from gpulint.placement.packing import Judge

Graph = dict[object, dict[object, int]]


def most_cards(ground: Ground, batches: Sequence[Batch], judge: Judge) -> Fraction:
    """No placement of the batches uses more cards than this; the ground as it is before placing.

    For each resource the largest flow from the pods that ask for it to the kinds of nodes that are
    open to them; pods of one node are counted as often as they fit, other resources are left out.
    """
    total = Fraction(0)
    for index, name in enumerate(ground.names[: ground.width]):
        asks: dict[tuple[tuple[int, ...], int], int] = {}
        for batch in batches:
            for part in batch.parts:
                amount = part.demand.amounts.get(name, 0)
                if amount and part.pods and not (part.demand.refusal or part.demand.doubt):
                    key = (judge.asked(part.demand).open, amount)
                    asks[key] = asks.get(key, 0) + amount * part.pods
        if asks:
            flows = _flow(_graph(ground, index, asks), len(ground.kinds))
            total += sum(
                (share(ground.kinds[kind].node, name) * n for kind, n in flows.items()), Fraction(0)
            )
    return total


def _graph(ground: Ground, index: int, asks: Mapping[tuple[tuple[int, ...], int], int]) -> Graph:
    graph: Graph = {"source": {}}
    for kind, rows in enumerate(ground.free):
        free = sum(
            max(devices[index], 0) * sum(map(len, row.values())) for devices, row in rows.items()
        )
        graph[kind] = {"sink": free}
    for (kinds, amount), devices in asks.items():
        key = ("ask", kinds, amount)
        graph["source"][key] = devices
        graph[key] = {}
        for kind in kinds:
            graph[key][kind] = sum(
                max(free[index], 0) // amount * amount * sum(map(len, row.values()))
                for free, row in ground.free[kind].items()
            )
    return graph


def _flow(graph: Graph, kinds: int) -> dict[int, int]:
    """The flow into each kind, by shortest ways that still have room."""
    before = {kind: graph[kind]["sink"] for kind in range(kinds)}
    graph.setdefault("sink", {})
    while (way := _way(graph)) is not None:
        room = min(graph[a][b] for a, b in pairwise(way))
        for a, b in pairwise(way):
            graph[a][b] -= room
            graph[b][a] = graph[b].get(a, 0) + room
    return {kind: before[kind] - graph[kind]["sink"] for kind in range(kinds)}


def _way(graph: Graph) -> list[object] | None:
    came: dict[object, object] = {"source": None}
    queue: deque[object] = deque(["source"])
    while queue:
        here = queue.popleft()
        for there, room in graph[here].items():
            if room > 0 and there not in came:
                came[there] = here
                if there == "sink":
                    way: list[object] = ["sink"]
                    while way[-1] != "source":
                        way.append(came[way[-1]])
                    return way[::-1]
                queue.append(there)
    return None
