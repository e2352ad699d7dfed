"""Labels by which nodes are told how to cut and share their cards."""

from collections.abc import Iterator
from typing import NamedTuple

from gpulint.catalog.products import Product, parse_label
from gpulint.core.location import Place
from gpulint.model.mig_request import products_of_label
from gpulint.model.node import Node
from gpulint.model.node_pool import NodePool
from gpulint.model.pod import PRODUCT_LABEL
from gpulint.model.resource import Resource

LAYOUT_LABEL = "nvidia.com/mig.config"
SHARING_LABEL = "nvidia.com/device-plugin.config"


class NodeWish(NamedTuple):
    """A label that somebody set on a node, or on the nodes of a pool, for NVIDIA's software.

    key: nvidia.com/mig.config or nvidia.com/device-plugin.config. products: cards that the nodes
    may have, empty where unknown. owner: words for a message.
    """

    resource: Resource
    key: str
    value: str
    place: Place
    products: tuple[Product, ...]
    owner: str

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["NodeWish"]:
        """The labels that a node or a node pool carries."""
        for node in Node.from_resource(resource):
            card = parse_label(node.labels.get(PRODUCT_LABEL, "")).product
            place = resource.at("metadata", "labels")
            owner = f"node {node.name}".strip()
            yield from _wishes(resource, node.labels, place, (card,) if card else (), owner)
        for pool in NodePool.from_resource(resource):
            path = ("spec", "template", "metadata", "labels")
            place = resource.at(*(path if resource.kind == "NodePool" else ("spec", "labels")))
            owner = f"{resource.kind} {pool.name}".strip()
            yield from _wishes(resource, pool.labels, place, _cards_of_pool(pool), owner)


def _wishes(
    resource: Resource,
    labels: object,
    place: Place,
    products: tuple[Product, ...],
    owner: str,
) -> Iterator[NodeWish]:
    rows = labels if isinstance(labels, dict) else {}
    for key in (LAYOUT_LABEL, SHARING_LABEL):
        if rows.get(key):
            yield NodeWish(resource, key, str(rows[key]), place.child(key), products, owner)


def _cards_of_pool(pool: NodePool) -> tuple[Product, ...]:
    """Cards of the pool's machines; empty when one of them is not known."""
    for requirement in pool.requirements:
        if requirement.operator == "In" and requirement.values:
            known = products_of_label(requirement.key, map(str, requirement.values))
            if known:
                return known
    return ()
