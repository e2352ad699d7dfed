"""Nodes of the facts that hold NVIDIA cards, and the MIG slices that somebody asks of a product."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gpulint.catalog import mig
from gpulint.catalog.products import Product, parse_label
from gpulint.core.location import Place
from gpulint.model.affinity import Toleration
from gpulint.model.chart_values import ChartValues
from gpulint.model.manifests import Manifests
from gpulint.model.node import Node, Taint
from gpulint.model.pod import PRODUCT_LABEL, PodTemplate
from gpulint.model.resource import mapping

GPU_TAINT = "nvidia.com/gpu"
_PRESENT = ("nvidia.com/gpu.present", "feature.node.kubernetes.io/pci-10de.present")
# Taints that come and go by themselves; every DaemonSet tolerates the first kind anyway.
_PASSING = (
    "node.kubernetes.io/",
    "node.cloudprovider.kubernetes.io/",
    "ToBeDeletedBy",
    "DeletionCandidateOf",
    "karpenter.sh/",
)


class GpuNodes:
    """The NVIDIA nodes of a run: told by labels, by what they offer, or by the usual taint."""

    def __init__(self, manifests: Manifests) -> None:
        self.nodes: tuple[Node, ...] = tuple(filter(_has_gpu, manifests.of(Node)))

    @property
    def has_unknown_product(self) -> bool:
        """Whether some node does not say what its card is, or says what the catalogue lacks."""
        labels = (node.labels.get(PRODUCT_LABEL, "") for node in self.nodes)
        return any(parse_label(label).product is None for label in labels)

    def driven_by(self, values: ChartValues) -> tuple[Node, ...]:
        """Nodes onto which a driver of these values goes: an NVIDIADriver selects its own."""
        return tuple(node for node in self.nodes if reaches(values, node.labels))

    def products(self, values: ChartValues | None = None) -> Iterator[tuple[Product, Node]]:
        """Known cards with a node that carries them, each once. values: of a driver that it must get."""
        seen: set[str] = set()
        for node in self.nodes if values is None else self.driven_by(values):
            product = parse_label(node.labels.get(PRODUCT_LABEL, "")).product
            if product is not None and product.label not in seen:
                seen.add(product.label)
                yield product, node


def reaches(values: ChartValues, labels: Mapping[str, str]) -> bool:
    """Whether a driver of these values may go onto a node with these labels."""
    if values.resource.kind != "NVIDIADriver":
        return True
    selector = mapping(values.resource.spec.get("nodeSelector"))
    return not values.resource.spec.get("nodeAffinity") and all(
        labels.get(key) == value for key, value in selector.items()
    )


def _has_gpu(node: Node) -> bool:
    labels = node.labels
    if any(labels.get(key) == "true" for key in _PRESENT) or PRODUCT_LABEL in labels:
        return True
    if any(
        name.startswith("nvidia.com/") and not q.is_zero for name, q in node.allocatable.items()
    ):
        return True
    return any(taint.key == GPU_TAINT for taint in node.taints)


def is_labelled(node: Node) -> bool:
    """Whether discovery has already found the card of a node, or somebody said so by hand."""
    return any(node.labels.get(key) == "true" for key in _PRESENT)


def barring(
    nodes: Iterable[Node], tolerations: Iterable[Toleration]
) -> Iterator[tuple[Taint, Node]]:
    """Lasting taints that the tolerations do not cover, each with the first node that has it."""
    seen: set[str] = set()
    tolerations = tuple(tolerations)
    for node in nodes:
        for taint in node.taints:
            if not taint.repels or taint.key.startswith(_PASSING) or taint.words in seen:
                continue
            if "not-ready" in taint.key:
                continue
            if not any(
                each.tolerates(taint.key, taint.value, taint.effect) for each in tolerations
            ):
                seen.add(taint.words)
                yield taint, node


class MigUse(NamedTuple):
    """Somebody wants MIG on a product. place: what says so. labels: of a node with it, as known."""

    product: Product
    place: Place
    words: str
    labels: Mapping[str, str]


class MigUses:
    """Products on which MIG is wanted: by a node's layout label or by pods that select them."""

    def __init__(self, manifests: Manifests) -> None:
        self.uses: tuple[MigUse, ...] = (*_by_nodes(manifests), *_by_pods(manifests))


def _by_nodes(manifests: Manifests) -> Iterator[MigUse]:
    for node in manifests.of(Node):
        layout = node.labels.get("nvidia.com/mig.config", "")
        product = parse_label(node.labels.get(PRODUCT_LABEL, "")).product
        if layout not in ("", "all-disabled") and product is not None:
            place = node.resource.at("metadata", "labels", "nvidia.com/mig.config")
            yield MigUse(product, place, f"node {node.name} has the layout {layout}", node.labels)


def _by_pods(manifests: Manifests) -> Iterator[MigUse]:
    for pod in manifests.of(PodTemplate):
        names = [name for name in pod.accelerators if mig.profile_of_resource(name)]
        for label in pod.products if names else ():
            if label.product is not None:
                words = f"{pod.resource.label} asks for {names[0]}"
                known = {PRODUCT_LABEL: label.product.label}
                yield MigUse(label.product, pod.at(), words, known)
