"""Makes a facts document of what a cluster says: small, dated, in one fixed order, without secrets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gpulint.engine.facts_fold import fold, own_labels
from gpulint.engine.facts_kinds import BY_KIND, NODE, POD, projected
from gpulint.engine.facts_pods import used_by_node, waiting
from gpulint.model.node import Node
from gpulint.model.resource import Resource

SCHEMA = "gpulint.facts/1"


class Recording(NamedTuple):
    """A facts document, and how many objects of other kinds were left out of it."""

    document: Mapping[str, object]
    left_out: int


def record(
    resources: Sequence[Resource],
    date: str,
    *,
    cluster: str = "",
    covers: Iterable[str] = (),
    pods: bool = False,
) -> Recording:
    """Record objects. date: ISO 8601. covers: kinds that were asked for in full, found or not.

    pods: whether to tell what running pods take and which pods wait.
    """
    nodes = [node for resource in resources for node in Node.from_resource(resource)]
    running = [r for r in resources if (r.group, r.kind) == (POD.group, POD.kind)]
    others = [r for r in resources if (r.group, r.kind) in BY_KIND and r.kind != NODE.kind]
    own = own_labels(nodes)
    items = sorted((projected(each.value) for each in map(_named, others)), key=_order)
    found = {BY_KIND[(r.group, r.kind)].name for r in others} | ({NODE.name} if nodes else set())
    document: dict[str, object] = {"schema": SCHEMA, "date": date}
    if cluster:
        document["cluster"] = cluster
    document["covers"] = sorted({*covers, *found})
    if own:
        document["own_labels"] = list(own)
    document["nodes"] = fold(nodes, own, used_by_node(running) if pods else {})
    if pods:
        document["pending"] = waiting(running)
    document["items"] = items
    known = len(nodes) + len(others) + (len(running) if pods else 0)
    return Recording(document, len(resources) - known)


def _named(resource: Resource) -> Resource:
    """Items of typed lists have no kind of their own; the list tells it."""
    if resource.value.get("kind"):
        return resource
    kind = {"apiVersion": resource.api_version, "kind": resource.kind}
    return Resource(resource.document, {**kind, **resource.value}, resource.pointer)


def _order(value: Mapping[str, object]) -> tuple[str, str, str]:
    metadata = value["metadata"]
    assert isinstance(metadata, dict)
    names = (str(metadata.get("namespace", "")), str(metadata.get("name", "")))
    return (f"{value['kind']} {value['apiVersion']}", *names)
