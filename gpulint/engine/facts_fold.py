"""Nodes folded into groups: what the scheduler cannot tell apart stands once, with a count."""

from collections.abc import Iterable, Mapping, Sequence

from gpulint.model.node import Node
from gpulint.model.quantity import ZERO, Quantity, parse_quantity
from gpulint.model.resource import mapping

# The choices that live facts make too; see webhook.cluster.node_fold.
EXAMPLES = 3
# Every node has its own value; a fleet of one kind would fall apart into single nodes.
_OWN = (
    "hostname",
    "instance-id",
    "provider-id",
    "machine-id",
    "host-id",
    "gfd.timestamp",
    "node-name",
)
MANY = 8
# Nodes of one make differ by a few pages of memory: within this share they count as equal.
_SLACK = 100
ROUGH = ("memory", "ephemeral-storage")
PASSING = ("node.kubernetes.io/unreachable", "node.kubernetes.io/not-ready")


def own_labels(nodes: Sequence[Node]) -> tuple[str, ...]:
    """Label keys that tell single nodes apart, sorted: known ones, and those that never repeat."""
    values: dict[str, set[str]] = {}
    carriers: dict[str, int] = {}
    for node in nodes:
        for key, value in node.labels.items():
            values.setdefault(key, set()).add(value)
            carriers[key] = carriers.get(key, 0) + 1
    return tuple(
        sorted(
            key
            for key, number in carriers.items()
            if is_own(key)
            or (number >= MANY and len(values[key]) == number and key.count("/") == 1)
        )
    )


def is_own(key: str) -> bool:
    """Whether every node has its own value for a label by nature."""
    return key.rpartition("/")[2] in _OWN


def fold(
    nodes: Sequence[Node], own: Iterable[str], used: Mapping[str, Mapping[str, Quantity]]
) -> list[dict[str, object]]:
    """Groups in the form of the facts file, the largest first. used: requests by name of node."""
    hidden = frozenset(own)
    exact: dict[object, list[Node]] = {}
    for node in sorted(nodes, key=lambda each: each.name):
        labels = tuple(sorted(item for item in node.labels.items() if item[0] not in hidden))
        taints = tuple(sorted((t.key, t.value, t.effect) for t in node.taints))
        fine = tuple(sorted(i for i in _offer(node).items() if i[0] not in ROUGH))
        exact.setdefault((labels, taints, fine), []).append(node)
    groups = [part for members in exact.values() for part in _by_size(members)]
    folded = [_group(members, hidden, used) for members in groups]
    return sorted(folded, key=lambda each: (-int(str(each["count"])), str(each["metadata"])))


def _offer(node: Node) -> dict[str, str]:
    status = mapping(node.resource.value.get("status"))
    offered = mapping(status.get("allocatable")) or mapping(status.get("capacity"))
    return {name: str(value) for name, value in offered.items()}


def _by_size(members: Sequence[Node]) -> list[list[Node]]:
    """Members whose memory and disk differ by less than a hundredth stay together."""
    parts: list[list[Node]] = []
    for node in sorted(members, key=lambda each: (_rough(each), each.name)):
        if parts and is_near(_rough(parts[-1][0]), _rough(node)):
            parts[-1].append(node)
        else:
            parts.append([node])
    return parts


def _rough(node: Node) -> tuple[int, ...]:
    return tuple(node.allocatable.get(name, ZERO).nano for name in ROUGH)


def is_near(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two nodes of such memory and disk count as equal."""
    pairs = zip(one, other, strict=True)
    return all(abs(a - b) * _SLACK <= min(a, b) for a, b in pairs)


def _group(
    members: Sequence[Node], hidden: frozenset[str], used: Mapping[str, Mapping[str, Quantity]]
) -> dict[str, object]:
    first = min(members, key=lambda each: each.name)
    metadata: dict[str, object] = {"name": first.name}
    labels = {key: value for key, value in sorted(first.labels.items()) if key not in hidden}
    if labels:
        metadata["labels"] = labels
    group: dict[str, object] = {"count": len(members)}
    if len(members) > 1:
        group["examples"] = sorted(each.name for each in members)[:EXAMPLES]
    group["metadata"] = metadata
    taints = [
        shown_taint(taint.key, taint.value, taint.effect)
        for taint in first.taints
        if taint.key not in PASSING
    ]
    if taints:
        group["spec"] = {"taints": taints}
    offer = dict(sorted(_offer(first).items()))
    for name in ROUGH:
        if name in offer:  # the least of all: what is promised must be there
            offer[name] = min((_offer(n)[name] for n in members), key=size_of)
    group["status"] = {"allocatable": offer}
    taken = _used(members, used)
    return {**group, "used": taken} if taken else group


def size_of(text: str | None) -> int:
    """An amount as written in billionths; what is absent or unreadable is nothing."""
    return (parse_quantity(text) or ZERO).nano


def shown_taint(key: str, value: str, effect: str) -> dict[str, object]:
    """A taint as a node's spec states it; an empty value is left out."""
    return {"key": key, **({"value": value} if value else {}), "effect": effect}


def _used(
    members: Sequence[Node], used: Mapping[str, Mapping[str, Quantity]]
) -> list[dict[str, object]]:
    """What running pods take, nodes with the same use folded; nodes without any are left out."""
    counts: dict[tuple[tuple[str, str], ...], int] = {}
    for node in members:
        taken = tuple(sorted((n, q.text) for n, q in used.get(node.name, {}).items() if q.nano))
        if taken:
            counts[taken] = counts.get(taken, 0) + 1
    return [{"nodes": count, "requests": dict(taken)} for taken, count in sorted(counts.items())]
