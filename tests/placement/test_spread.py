"""Nodes that hold a strict spread back."""

from gpulint.model.manifests import Manifests
from gpulint.model.node import Node
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import resources_in
from gpulint.placement.spread import Spread, spread
from gpulint.source.reader import ReadOptions, read_bytes

NODE = "{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {zone: %s}}%s}"
POD = """
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}
"""
GPU = ", status: {allocatable: {nvidia.com/gpu: 4}}"
TAINTED = ", spec: {taints: [{key: a, effect: NoSchedule}]}"


def _manifests(text: str) -> Manifests:
    documents = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False)).documents
    return Manifests(r for d in documents for r in resources_in(d, d.value))


def _spread_of(**row: object) -> Spread:
    nodes = (NODE % ("g", "x", GPU), NODE % ("c", "w", ""), NODE % ("t", "z", TAINTED))
    run = _manifests("\n---\n".join((POD, *nodes)))
    (pod,) = run.of(PodTemplate)
    return spread(pod, row, run.of(Node))


def test_nodes_without_devices_are_domains() -> None:
    """The scheduler counts every node that the selectors allow, so their zone stays at nothing."""
    expected = Spread(("x", "w", "z"), ("x",))
    actual = _spread_of(topologyKey="zone")
    assert expected == actual


def test_tainted_nodes_count_unless_taints_are_honoured() -> None:
    """nodeTaintsPolicy Ignore is the default."""
    expected = Spread(("x", "w"), ("x",))
    actual = _spread_of(topologyKey="zone", nodeTaintsPolicy="Honor")
    assert expected == actual
