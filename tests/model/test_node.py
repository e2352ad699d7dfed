from collections.abc import Callable

from gpulint.model.manifests import Manifests
from gpulint.model.node import Node

Reader = Callable[..., Manifests]
NODE = """\
apiVersion: v1
kind: Node
metadata:
  name: gpu-1
  labels: {nvidia.com/gpu.count: 8}
spec:
  taints:
  - {key: nvidia.com/gpu, effect: NoSchedule}
  - {key: team, value: vision, effect: PreferNoSchedule}
  - {key: gone, value: soon, effect: NoExecute}
status:
  allocatable: {nvidia.com/gpu: "8", cpu: 63500m, odd: many}
"""


def _node(found: Manifests) -> Node:
    return found.of(Node)[0]


def test_only_nodes_are_nodes(manifests: Reader) -> None:
    """Other groups may have a kind of that name."""
    text = f"{NODE}---\n{{apiVersion: example.com/v1, kind: Node, metadata: {{name: other}}}}\n"
    expected = ["gpu-1"]
    actual = [node.name for node in manifests(text).of(Node)]
    assert expected == actual


def test_labels_are_texts(manifests: Reader) -> None:
    """A hand-written inventory forgets the quotes."""
    expected = {"nvidia.com/gpu.count": "8"}
    actual = dict(_node(manifests(NODE)).labels)
    assert expected == actual


def test_taints_repel_unless_they_only_advise(manifests: Reader) -> None:
    """PreferNoSchedule keeps no pod off."""
    expected = [
        ("nvidia.com/gpu:NoSchedule", True),
        ("team=vision:PreferNoSchedule", False),
        ("gone=soon:NoExecute", True),
    ]
    actual = [(taint.words, taint.repels) for taint in _node(manifests(NODE)).taints]
    assert expected == actual


def test_a_cordon_is_a_taint(manifests: Reader) -> None:
    """The controller adds it a moment later; an inventory may have been taken in between."""
    text = NODE.replace("spec:\n", "spec:\n  unschedulable: true\n")
    expected = ("node.kubernetes.io/unschedulable:NoSchedule", "/spec/unschedulable")
    taint = _node(manifests(text)).taints[-1]
    actual = (taint.words, taint.place.pointer.text)
    assert expected == actual


def test_a_cordon_is_told_once(manifests: Reader) -> None:
    """With its taint already there, nothing is added."""
    cordon = "  - {key: node.kubernetes.io/unschedulable, effect: NoSchedule}\n"
    text = NODE.replace("status:", cordon + "  unschedulable: true\nstatus:")
    expected = 1
    actual = [t.key for t in _node(manifests(text)).taints].count(
        "node.kubernetes.io/unschedulable"
    )
    assert expected == actual


def test_a_node_offers_what_is_allocatable(manifests: Reader) -> None:
    """What is no quantity is not offered."""
    expected = {"nvidia.com/gpu": "8", "cpu": "63.5"}
    actual = {name: q.text for name, q in _node(manifests(NODE)).allocatable.items()}
    assert expected == actual


def test_capacity_stands_in_for_what_is_allocatable(manifests: Reader) -> None:
    """Short inventories state only one of the two."""
    expected = {"nvidia.com/gpu": "8", "cpu": "63.5"}
    node = _node(manifests(NODE.replace("allocatable", "capacity")))
    actual = {name: amount.text for name, amount in node.allocatable.items()}
    assert expected == actual
