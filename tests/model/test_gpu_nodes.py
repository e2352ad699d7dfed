"""Nodes with NVIDIA cards, and their taints."""

from collections.abc import Callable

from gpulint.model.affinity import Toleration
from gpulint.model.gpu_nodes import GpuNodes, MigUses, barring, is_labelled
from gpulint.model.manifests import Manifests
from gpulint.model.node import Node

Reader = Callable[..., Manifests]

NODES = """
apiVersion: v1
kind: List
items:
  - {apiVersion: v1, kind: Node, metadata: {name: by-label, labels: {nvidia.com/gpu.present: "true",
      nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB, nvidia.com/mig.config: all-1g.10gb}}}
  - {apiVersion: v1, kind: Node, metadata: {name: by-offer},
     status: {allocatable: {nvidia.com/gpu: "2"}}}
  - {apiVersion: v1, kind: Node, metadata: {name: by-taint},
     spec: {taints: [{key: nvidia.com/gpu, value: "true", effect: NoSchedule},
       {key: team, value: a, effect: PreferNoSchedule},
       {key: node.kubernetes.io/unreachable, effect: NoExecute},
       {key: team, value: b, effect: NoExecute}]}}
  - {apiVersion: v1, kind: Node, metadata: {name: other},
     spec: {taints: [{key: team, value: c, effect: NoSchedule}]}}
"""


def test_three_signs_make_a_gpu_node(manifests: Reader) -> None:
    """Before discovery has run there is only the taint."""
    found = manifests(NODES).index(GpuNodes).nodes
    expected = [("by-label", True), ("by-offer", False), ("by-taint", False)]
    actual = [(node.name, is_labelled(node)) for node in found]
    assert expected == actual


def test_lasting_taints_that_bar(manifests: Reader) -> None:
    """A taint that only scores, or that passes by itself, keeps no DaemonSet off."""
    nodes = manifests(NODES).index(GpuNodes).nodes
    place = nodes[0].resource.at()
    tolerated = [Toleration("nvidia.com/gpu", "Exists", "", "NoSchedule", place)]
    expected = [("team=b:NoExecute", "by-taint")]
    actual = [(taint.words, node.name) for taint, node in barring(nodes, tolerated)]
    assert expected == actual


def test_products_with_a_node_each(manifests: Reader) -> None:
    """A node that does not say what it has makes every answer about all of them uncertain."""
    index = manifests(NODES).index(GpuNodes)
    expected = ([("NVIDIA-A100-SXM4-80GB", "by-label")], True)
    actual = ([(p.label, node.name) for p, node in index.products()], index.has_unknown_product)
    assert expected == actual


def test_mig_is_wanted_by_layouts_and_by_pods(manifests: Reader) -> None:
    """Both need a driver that can split the card."""
    pod = """
apiVersion: v1
kind: Pod
metadata: {name: probe}
spec:
  nodeSelector: {nvidia.com/gpu.product: NVIDIA-H200}
  containers: [{name: c, resources: {limits: {nvidia.com/mig-1g.18gb: 1}}}]
"""
    uses = manifests(nodes=NODES, pod=pod).index(MigUses).uses
    expected = ["NVIDIA-A100-SXM4-80GB", "NVIDIA-H200"]
    actual = [use.product.label for use in uses]
    assert expected == actual


def test_an_input_without_nodes_has_none(manifests: Reader) -> None:
    """Rules about nodes are silent then."""
    expected: list[Node] = []
    actual = list(manifests("a: 1").index(GpuNodes).nodes)
    assert expected == actual
