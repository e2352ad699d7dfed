"""The nodes on which a real scheduler tries the examples."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache

from gpulint.catalog.labels import known_labels, known_values, label
from gpulint.catalog.products import Product, all_products
from gpulint.catalog.resources import known_names, retired
from gpulint.model.resource import mapping
from plane.claims import claim_objects
from plane.manifest import read_manifests

Object = dict[str, object]
_ROOM = {"cpu": "192", "memory": "2Ti", "pods": "110", "ephemeral-storage": "4Ti"}
_READY = {"type": "Ready", "status": "True", "reason": "Fake"}
_CARDS = 8


def whole_node(value: Mapping[str, object]) -> Object:
    """A node that can take pods: what its text leaves out is room for cpu and memory."""
    metadata, spec, status = (mapping(value.get(key)) for key in ("metadata", "spec", "status"))
    name = str(metadata["name"])
    own = mapping(status.get("allocatable")) or mapping(status.get("capacity"))
    offer = {**_ROOM, **own}
    labels = {
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        **mapping(metadata.get("labels")),
    }
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "labels": labels,
            "annotations": mapping(metadata.get("annotations")),
        },
        "spec": {key: spec[key] for key in ("taints", "unschedulable") if key in spec},
        "status": {"capacity": offer, "allocatable": offer, "conditions": [_READY]},
    }


def nodes_of(text: str) -> list[Object]:
    """Nodes and other objects of a fleet that is written out."""
    found = []
    for manifest in read_manifests({"nodes.yaml": text.encode()}):
        assert manifest.resource is not None, f"no object: {manifest.body!r}"
        value = dict(manifest.resource.value)
        found.append(whole_node(value) if manifest.kind == "Node" else value)
    return found


@cache
def default_fleet() -> str:
    """The fleet for examples without nodes, as one JSON text: the catalogue's world.

    A node per NVIDIA product with eight cards, one per MIG profile of each under the single
    strategy, one under the mixed strategy with all its profiles, one with shared cards; a node per
    value of a platform's accelerator label; one that offers every other vendor's devices; two
    without devices; two whose cards are handed out by claims.
    """
    nodes = [*_plain(), *_platform_nodes(), *(n for p in all_products() for n in _product_nodes(p))]
    nodes = [node for node in nodes if _is_possible(node)]
    for number, node in enumerate(nodes):  # some labels differ by their case alone
        metadata = dict(mapping(node["metadata"]))
        node["metadata"] = {**metadata, "name": f"n{number}-{metadata['name']}"[:63].rstrip("-.")}
    return json.dumps({"kind": "List", "apiVersion": "v1", "items": [*nodes, *claim_objects()]})


def _is_possible(node: Object) -> bool:
    """Some cards have names that leave no room for a suffix in a label's 63 characters."""
    labels = mapping(mapping(node["metadata"]).get("labels"))
    return all(len(str(value)) <= 63 for value in labels.values())


def _node(name: str, labels: Mapping[str, str], offer: Mapping[str, str]) -> Object:
    clean = re.sub(r"[^a-z0-9.-]+", "-", name.lower()).strip("-.")
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": clean, "labels": dict(labels)},
        "status": {"allocatable": dict(offer)},
    }


def _plain() -> Iterator[Object]:
    yield _node("cpu-1", {}, {})
    yield _node("cpu-2", {}, {})
    others = [n for n in known_names() if not n.startswith("nvidia.com/") and retired(n) is None]
    yield _node("other-devices", {}, dict.fromkeys(others, str(_CARDS)))


def _discovered(product: Product) -> dict[str, str]:
    """Labels that GPU feature discovery writes for a card."""
    found = {
        "nvidia.com/gpu.present": "true",
        "nvidia.com/gpu.product": product.label,
        "nvidia.com/gpu.count": str(_CARDS),
        "nvidia.com/gpu.replicas": "1",
        "nvidia.com/gpu.family": product.family,
        "nvidia.com/gpu.compute.major": str(product.compute_major),
        "nvidia.com/gpu.compute.minor": str(product.compute_minor),
        "nvidia.com/mig.capable": str(product.mig_capable).lower(),
        "feature.node.kubernetes.io/pci-10de.present": "true",
    }
    if product.memory_mib:
        found["nvidia.com/gpu.memory"] = str(product.memory_mib)
    return found


def _product_nodes(product: Product) -> Iterator[Object]:
    labels = _discovered(product)
    yield _node(product.label, labels, {"nvidia.com/gpu": str(_CARDS)})
    shared = {
        **labels,
        "nvidia.com/gpu.product": f"{product.label}-SHARED",
        "nvidia.com/gpu.replicas": "4",
    }
    yield _node(f"{product.label}-shared", shared, {"nvidia.com/gpu": str(4 * _CARDS)})
    profiles = product.profiles or ()
    if profiles:
        offer = {each.resource: str(each.max_instances * _CARDS) for each in profiles}
        mixed = {**labels, "nvidia.com/mig.strategy": "mixed"}
        yield _node(f"{product.label}-mixed", mixed, {"nvidia.com/gpu": "0", **offer})
    for each in profiles:
        name = each.resource.removeprefix("nvidia.com/mig-")
        single = {
            **labels,
            "nvidia.com/gpu.product": f"{product.label}-MIG-{name}",
            "nvidia.com/mig.strategy": "single",
        }
        yield _node(
            f"{product.label}-{name}", single, {"nvidia.com/gpu": str(each.max_instances * _CARDS)}
        )


def _platform_nodes() -> Iterator[Object]:
    cards = {"nvidia.com/gpu": str(_CARDS)}
    for key in known_labels():
        fact = label(key)
        if fact is not None and fact.provider and not fact.never_written:
            for value in known_values(key):
                yield _node(
                    f"{fact.provider}-{key.rpartition('/')[2]}-{value}", {key: value}, cards
                )
