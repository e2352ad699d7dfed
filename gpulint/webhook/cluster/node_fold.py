"""Nodes in groups of equal ones, kept up to date node by node.

The form, and what counts as equal, are the facts file's (`gpulint.engine.facts_fold`, which folds a
whole fleet at once; a test holds the two together). Here a heartbeat costs one comparison, and a
node that comes or goes touches its own group alone.
"""

import sys
from collections.abc import Iterable, Mapping
from heapq import nsmallest
from typing import NamedTuple, TypeVar

from gpulint.engine.facts_fold import (
    EXAMPLES,
    MANY,
    PASSING,
    ROUGH,
    is_near,
    is_own,
    shown_taint,
    size_of,
)
from gpulint.webhook.cluster.projection import NodeObject, TaintSpec

_CORDON = TaintSpec("node.kubernetes.io/unschedulable", "", "NoSchedule")

K = TypeVar("K")
Item = tuple[str, str]
Group = Mapping[str, object]
# What all nodes of a group share: labels that are shown, taints in order, what they offer exactly.
Key = tuple[tuple[Item, ...], tuple[TaintSpec, ...], tuple[Item, ...]]


class Kept(NamedTuple):
    """What is kept of a node, all parts of it shared with equal nodes.

    own: keys of labels that only a single node has by nature. rough: memory and disk, as written.
    """

    labels: tuple[Item, ...]
    own: tuple[str, ...]
    taints: tuple[TaintSpec, ...]
    exact: tuple[Item, ...]
    rough: tuple[str | None, ...]


class NodeFold:
    """A fleet of nodes that can be asked for its groups at any time."""

    __slots__ = (
        "_carriers", "_dirty", "_hidden", "_items", "_members", "_nodes", "_shared", "_shown",
        "_values",
    )  # fmt: skip

    def __init__(self) -> None:
        self._nodes: dict[str, Kept] = {}
        self._shared: dict[object, object] = {}
        self._carriers: dict[str, int] = {}  # nodes by label key
        self._items: dict[Item, int] = {}  # nodes by label
        self._values: dict[str, int] = {}  # different values by label key
        self._hidden: tuple[str, ...] = ()
        self._members: dict[Key, dict[str, Kept]] = {}
        self._dirty: set[Key] = set()
        self._shown: dict[Key, list[Group]] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def put(self, node: NodeObject) -> bool:
        """Add or replace a node; whether anything changes that is kept."""
        name = node.metadata.name
        kept, before = self._kept(node), self._nodes.get(name)
        if kept == before:
            return False
        if before is not None:
            self.remove(name)
        self._nodes[name] = kept
        self._count(kept, 1)
        self._group(name, kept)
        return True

    def remove(self, name: str) -> bool:
        """Take a node out; whether it was there."""
        kept = self._nodes.pop(name, None)
        if kept is None:
            return False
        self._count(kept, -1)
        key = self._key(kept)
        members = self._members[key]
        del members[name]
        self._dirty.add(key)
        if not members:
            del self._members[key]
        return True

    def groups(self) -> list[Group]:
        """Groups in the form of the facts file, the largest first; unchanged ones are the same objects."""
        hidden = self._own_labels()
        if hidden != self._hidden:
            self._hidden = hidden
            self._members, self._shown, self._dirty = {}, {}, set()
            for name, kept in self._nodes.items():
                self._group(name, kept)
        for key in self._dirty:
            members = self._members.get(key)
            if members:
                self._shown[key] = [self._render(part) for part in _by_size(members)]
            else:
                self._shown.pop(key, None)
        if self._dirty:
            self._forget()
        self._dirty.clear()
        every = [group for groups in self._shown.values() for group in groups]
        return sorted(every, key=lambda each: (-int(str(each["count"])), str(each["metadata"])))

    def _forget(self) -> None:
        """Drop shared parts that no node has any more, once they are many."""
        if len(self._shared) > 4 * len(self._nodes) + 1_000:
            self._shared = {
                part: part for kept in self._nodes.values() for part in (*kept, *kept.labels)
            }

    def _kept(self, node: NodeObject) -> Kept:
        labels = node.metadata.labels or {}
        offer = node.status.allocatable or node.status.capacity or {}
        taints = node.spec.taints or ()
        if node.spec.unschedulable and all(each.key != _CORDON.key for each in taints):
            taints = (*taints, _CORDON)
        return Kept(
            self._same(self._sorted(i for i in labels.items() if not is_own(i[0]))),
            self._same(tuple(sorted(sys.intern(key) for key in labels if is_own(key)))),
            self._same(tuple(self._same(each) for each in taints)),
            self._same(self._sorted(i for i in offer.items() if i[0] not in ROUGH)),
            self._same(tuple(offer.get(name) for name in ROUGH)),
        )

    def _sorted(self, items: Iterable[Item]) -> tuple[Item, ...]:
        found = sorted(items)
        return tuple(self._same((sys.intern(key), sys.intern(value))) for key, value in found)

    def _same(self, part: K) -> K:
        """The one stored value that equals a part."""
        return self._shared.setdefault(part, part)  # type: ignore[return-value]

    def _count(self, kept: Kept, step: int) -> None:
        for key in kept.own:
            self._step(self._carriers, key, step)
        for item in kept.labels:
            self._step(self._carriers, item[0], step)
            number = self._step(self._items, item, step)
            if (number, step) in ((1, 1), (0, -1)):
                self._step(self._values, item[0], step)

    @staticmethod
    def _step(counts: dict[K, int], key: K, step: int) -> int:
        number = counts.get(key, 0) + step
        if number:
            counts[key] = number
        else:
            del counts[key]
        return number

    def _own_labels(self) -> tuple[str, ...]:
        """Label keys that tell single nodes apart, sorted: by nature, or as they never repeat."""
        return tuple(
            sorted(
                key
                for key, number in self._carriers.items()
                if is_own(key)
                or (number >= MANY and self._values[key] == number and key.count("/") == 1)
            )
        )

    def _key(self, kept: Kept) -> Key:
        hidden = self._hidden
        labels = kept.labels
        if any(item[0] in hidden for item in labels):
            labels = self._same(tuple(item for item in labels if item[0] not in hidden))
        return (labels, self._same(tuple(sorted(kept.taints))), kept.exact)

    def _group(self, name: str, kept: Kept) -> None:
        key = self._key(kept)
        self._members.setdefault(key, {})[name] = kept
        self._dirty.add(key)

    def _render(self, members: Mapping[str, Kept]) -> Group:
        first = min(members)
        kept = members[first]
        labels = {key: value for key, value in kept.labels if key not in self._hidden}
        group: dict[str, object] = {"count": len(members)}
        if len(members) > 1:
            group["examples"] = nsmallest(EXAMPLES, members)
        group["metadata"] = {"name": first, **({"labels": labels} if labels else {})}
        taints = [
            shown_taint(each.key, each.value, each.effect)
            for each in kept.taints
            if each.key not in PASSING
        ]
        if taints:
            group["spec"] = {"taints": taints}
        offer = dict(kept.exact)
        for index, name in enumerate(ROUGH):
            stated = {text for each in members.values() if (text := each.rough[index]) is not None}
            if stated:  # the least of all: what is promised must be there
                offer[name] = min(sorted(stated), key=size_of)
        group["status"] = {"allocatable": dict(sorted(offer.items()))}
        return {**group, "own_labels": list(self._hidden)}


def _by_size(members: Mapping[str, Kept]) -> list[dict[str, Kept]]:
    """Members whose memory and disk differ by less than a hundredth stay together."""
    by_size: dict[tuple[int, ...], dict[str, Kept]] = {}
    sizes: dict[tuple[str | None, ...], tuple[int, ...]] = {}
    for name, kept in members.items():
        size = sizes.get(kept.rough)
        if size is None:
            size = sizes[kept.rough] = tuple(size_of(each) for each in kept.rough)
        by_size.setdefault(size, {})[name] = kept
    parts: list[dict[str, Kept]] = []
    least: tuple[int, ...] = ()
    for size in sorted(by_size):
        if parts and is_near(least, size):
            parts[-1].update(by_size[size])
        else:
            parts.append(by_size[size])
            least = size
    return parts
