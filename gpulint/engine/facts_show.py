"""Tables of a facts file, and what changed between two."""

from collections.abc import Iterator, Mapping, Sequence

from gpulint.catalog.resources import accelerator
from gpulint.engine.facts_file import Facts
from gpulint.model.node import Node
from gpulint.model.resource import Resource

_PRODUCT = "nvidia.com/gpu.product"
_STATES = ("nvidia.com/mig.strategy", "nvidia.com/mig.config", "nvidia.com/gpu.sharing-strategy")
_HEAD = ("NODES", "EXAMPLE", "PRODUCT", "DEVICES", "MIG AND SHARING", "TAINTS")


def shown(facts: Facts) -> Iterator[str]:
    """The lines of `gpulint facts show`."""
    nodes = [node for each in facts.resources for node in Node.from_resource(each)]
    dated = f", of {facts.date}" if facts.date else ", without a date"
    yield f"{facts.name}: {sum(n.count for n in nodes)} nodes in {len(nodes)} groups{dated}"
    if nodes:
        yield ""
        yield from _table([_HEAD, *map(_row, nodes)])
    others: dict[str, list[str]] = {}
    for each in facts.resources:
        if each.kind != "Node":
            others.setdefault(_kind(each), []).append(_name(each))
    if others:
        yield ""
        yield from _table([("KIND", "NAMES"), *((k, _few(others[k])) for k in sorted(others))])
    empty = sorted(facts.covers - set(others) - {"Node"})
    if empty:
        yield ""
        yield f"none of: {', '.join(empty)}"


def changes(old: Facts, new: Facts) -> Iterator[str]:
    """The lines of `gpulint facts diff`: what went (-), what came (+), what is different (~)."""
    before, after = _inventory(old), _inventory(new)
    for key in sorted({*before, *after}):
        was, now = before.get(key), after.get(key)
        if was is None:
            yield f"+ {key}: {_words(now)}"
        elif now is None:
            yield f"- {key}: {_words(was)}"
        elif was != now:
            yield f"~ {key}: {_difference(was, now)}"


def _inventory(facts: Facts) -> dict[str, object]:
    found: dict[str, object] = {}
    for resource in facts.resources:
        for node in Node.from_resource(resource):
            key = f"nodes {_describe(node)}"
            found[key] = int(str(found.get(key, 0))) + node.count
        if resource.kind != "Node":
            value = {k: v for k, v in resource.value.items() if k not in ("apiVersion", "kind")}
            found[f"{_kind(resource)} {_name(resource)}"] = value
    return found


def _describe(node: Node) -> str:
    """What makes a group of nodes for the scheduler, in one line."""
    labels = [f"{k}={v}" for k, v in sorted(node.labels.items()) if k != "kubernetes.io/hostname"]
    taints = sorted(taint.words for taint in node.taints)
    offer = [f"{n}: {q.text}" for n, q in sorted(node.allocatable.items())]
    product = node.labels.get(_PRODUCT) or "without a product"
    return f"{product} [{', '.join((*offer, *labels, *taints))}]"


def _difference(was: object, now: object) -> str:
    if isinstance(was, int) and isinstance(now, int):
        return f"{was} became {now}"
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        keys = [k for k in sorted({*was, *now}) if was.get(k) != now.get(k)]
        return f"{', '.join(keys)} changed"
    return "changed"


def _words(value: object) -> str:
    return str(value) if isinstance(value, int) else "object"


def _row(node: Node) -> tuple[str, ...]:
    devices = [
        f"{name} {amount.text}"
        for name, amount in sorted(node.allocatable.items())
        if accelerator(name) is not None and not amount.is_zero
    ]
    states = [
        f"{key.rpartition('/')[2]}={node.labels[key]}" for key in _STATES if key in node.labels
    ]
    return (
        str(node.count),
        node.name,
        node.labels.get(_PRODUCT, "-"),
        ", ".join(devices) or "-",
        ", ".join(states) or "-",
        ", ".join(taint.words for taint in node.taints) or "-",
    )


def _kind(resource: Resource) -> str:
    return f"{resource.kind}.{resource.group}" if resource.group else resource.kind


def _name(resource: Resource) -> str:
    return f"{resource.namespace}/{resource.name}" if resource.namespace else resource.name


def _few(names: Sequence[str]) -> str:
    shown = ", ".join(names[:8])
    return f"{shown} and {len(names) - 8} more" if len(names) > 8 else shown


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip()
