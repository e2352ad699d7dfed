"""The ground that pods are placed on: kinds of nodes, and what is still free on each node of a kind."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gpulint.catalog.resources import accelerator
from gpulint.model.node import Node
from gpulint.model.quantity import ZERO, parse_quantity
from gpulint.model.resource import integer, mapping, sequence
from gpulint.placement.demand import HOSTNAME, in_units


class Kind(NamedTuple):
    """Nodes that are equal to the scheduler.

    nodes: how many. names: those that are known, in order; fewer than `nodes` in a facts file.
    called: the name, where a demand calls this single node by it; None else.
    used: what running pods take, as (nodes, amounts) per part of the nodes.
    """

    node: Node
    nodes: int
    names: tuple[str, ...]
    called: str | None = None
    used: tuple[tuple[int, Mapping[str, int]], ...] = ()

    @property
    def words(self) -> str:
        """`gpu-1`, or `gpu-1 and 11 more`."""
        first = self.called or (self.names[0] if self.names else "a node")
        return first if self.nodes == 1 else f"{first} and {self.nodes - 1} more"

    def name_of(self, number: int) -> str:
        """The name of a node of this kind, made up where the facts do not tell it."""
        if number < len(self.names):
            return self.names[number]
        return f"{self.names[0] if self.names else 'node'} +{number}"


def kinds_of(
    nodes: Sequence[Node],
    called: Iterable[str],
    running: Mapping[str, Mapping[str, int]] | None = None,
) -> tuple[Kind, ...]:
    """Fold nodes. called: names that demands speak of, whose nodes stand alone.

    running: amounts that pods take by name of node; None leaves out also what a facts file tells.
    """
    single = frozenset(called)
    folded: dict[object, list[Node]] = {}
    alone: list[Kind] = []
    for node in nodes:
        mine = [name for name in node.names if name in single]
        if node.count == 1 and not mine and node.labels.get(HOSTNAME) in single:
            alone.append(Kind(node, 1, (node.name,), node.name, _used(running, node.names, 1, ())))
            continue
        alone += [Kind(node, 1, (n,), n, _used(running, (n,), 1, ())) for n in mine]
        labels = frozenset(item for item in node.labels.items() if item[0] != HOSTNAME)
        taints = frozenset((taint.key, taint.value, taint.effect) for taint in node.taints)
        cordon = node.resource.spec.get("unschedulable") is True
        offer = frozenset(node.allocatable.items())
        folded.setdefault((labels, taints, cordon, offer), []).append(node)
    return tuple(
        kind for members in folded.values() for kind in _folded(members, single, running)
    ) + tuple(alone)


def _folded(
    members: Sequence[Node],
    single: frozenset[str],
    running: Mapping[str, Mapping[str, int]] | None,
) -> Iterable[Kind]:
    names = tuple(name for node in members for name in node.names if name not in single)
    out = sum(name in single for node in members for name in node.names)
    count = sum(node.count for node in members) - out
    if count > 0:
        stated = [used for node in members for used in stated_use(node)]
        yield Kind(members[0], count, names, None, _used(running, names, count, stated))


def stated_use(node: Node) -> list[tuple[int, Mapping[str, int]]]:
    """What a facts file says that running pods take: (nodes, amounts) per part of its nodes."""
    return [
        (
            integer(each.get("nodes")) or 1,
            {
                n: in_units(n, parse_quantity(v) or ZERO)
                for n, v in mapping(each.get("requests")).items()
            },
        )
        for each in map(mapping, sequence(node.resource.value.get("used")))
    ]


def _used(
    running: Mapping[str, Mapping[str, int]] | None,
    names: Sequence[str],
    count: int,
    stated: Sequence[tuple[int, Mapping[str, int]]],
) -> tuple[tuple[int, Mapping[str, int]], ...]:
    """Parts of the nodes in their order, the rest empty."""
    if running is None:
        return ()
    parts = [(1, running.get(name, {})) for name in names]
    if stated:
        return tuple(stated)
    return tuple(parts[:count])


Vector = tuple[int, ...]


class Move(NamedTuple):
    """A node that went from one amount of free room to another."""

    kind: int
    number: int
    old: Vector
    new: Vector


class Ground:
    """Free room per node, nodes with equal room kept together.

    names: the resources, in the order of the vectors; accelerators first, `width` of them.
    """

    def __init__(
        self, kinds: Sequence[Kind], names: Sequence[str], offers: Sequence[Vector], width: int
    ) -> None:
        self.kinds = tuple(kinds)
        self.names = tuple(names)
        self.offers = tuple(offers)
        self.width = width
        self.moves: list[Move] = []
        # per kind: free accelerators -> free room -> numbers of the nodes, the next one last
        self.free: list[dict[Vector, dict[Vector, list[int]]]] = []
        for kind, offer in zip(self.kinds, self.offers, strict=True):
            rows: dict[Vector, dict[Vector, list[int]]] = {}
            for number, room in enumerate(_rooms(kind, offer, self.names)):
                rows.setdefault(room[:width], {}).setdefault(room, []).append(number)
            for row in rows.values():
                for numbers in row.values():
                    numbers.reverse()
            self.free.append(rows)

    def vector(self, amounts: Mapping[str, int]) -> Vector:
        """Amounts in the order of this ground."""
        return tuple(amounts.get(name, 0) for name in self.names)

    def move(self, kind: int, old: Vector, new: Vector) -> int:
        """Take room from one node that has `old`; returns its number."""
        number = self._take(kind, old)
        self._give(kind, new, number)
        self.moves.append(Move(kind, number, old, new))
        return number

    def undo(self, mark: int) -> None:
        """Go back to the time when there were `mark` moves."""
        while len(self.moves) > mark:
            kind, number, old, new = self.moves.pop()
            self._take(kind, new)
            self._give(kind, old, number)

    def _take(self, kind: int, room: Vector) -> int:
        rows = self.free[kind]
        row = rows[room[: self.width]]
        numbers = row[room]
        number = numbers.pop()
        if not numbers:
            del row[room]
            if not row:
                del rows[room[: self.width]]
        return number

    def _give(self, kind: int, room: Vector, number: int) -> None:
        self.free[kind].setdefault(room[: self.width], {}).setdefault(room, []).append(number)


def _rooms(kind: Kind, offer: Vector, names: Sequence[str]) -> Iterable[Vector]:
    told = 0
    for nodes, amounts in kind.used:
        room = tuple(have - amounts.get(name, 0) for name, have in zip(names, offer, strict=True))
        for _ in range(min(nodes, kind.nodes - told)):
            yield room
        told += nodes
    for _ in range(kind.nodes - told):
        yield offer


def ordered_names(
    amounts: Iterable[Mapping[str, int]], kinds: Sequence[Kind]
) -> tuple[list[str], int]:
    """Resources that anybody asks for or any node offers as accelerator; accelerators first."""
    asked = {name for each in amounts for name in each}
    asked |= {
        name
        for kind in kinds
        for name, amount in kind.node.allocatable.items()
        if not amount.is_zero and accelerator(name) is not None
    }
    devices = sorted(name for name in asked if accelerator(name) is not None)
    return [*devices, *sorted(asked - set(devices))], len(devices)
