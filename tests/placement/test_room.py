"""How many pods the nodes of the facts can hold."""

import pytest

from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, resources_in
from gpulint.placement.room import left_over, places
from gpulint.source.reader import ReadOptions, read_bytes

NODES = """
apiVersion: v1
kind: Node
metadata: {name: one}
status: {allocatable: {cpu: "16", nvidia.com/gpu: "6"}}
---
apiVersion: v1
kind: Node
metadata: {name: two}
status: {allocatable: {cpu: "16", nvidia.com/gpu: "6"}}
---
apiVersion: v1
kind: Node
metadata: {name: cordoned}
spec: {unschedulable: true}
status: {allocatable: {cpu: "16", nvidia.com/gpu: "6"}}
"""
GROWING = NODES + "---\n{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: a}}\n"
WORK = """
---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: w}}
spec:
  replicas: {replicas}
  template:
    spec:
      containers: [{{name: a, resources: {{limits: {{{limits}}}}}}}]
"""


def resources(text: str) -> list[Resource]:
    """The objects of a text."""
    reading = read_bytes("in.yaml", text.encode(), ReadOptions(prefilter=False))
    return [r for d in reading.documents for r in resources_in(d, d.value)]


def context(work: str, nodes: str = NODES) -> Context:
    """A run over workloads, with facts about nodes."""
    return Context(Manifests(resources(work)), resources(nodes) if nodes else ())


@pytest.mark.parametrize(
    ("limits", "nodes", "expected"),
    [
        ("nvidia.com/gpu: 1", NODES, 12),
        ("nvidia.com/gpu: 4", NODES, 2),
        ("nvidia.com/gpu: 7", NODES, 0),
        ("nvidia.com/gpu: 1, cpu: 8", NODES, 4),
        ("nvidia.com/gpu: 1", GROWING, None),
        ("nvidia.com/gpu: 1", "", None),
        ("cpu: 1", NODES, None),
    ],
)
def test_places_are_counted_node_by_node(limits: str, nodes: str, expected: int | None) -> None:
    """Two halves of a pod on two nodes are no place."""
    run = context(WORK.format(replicas=1, limits=limits), nodes)
    actual = places(run.manifests.of(PodTemplate)[0], run)
    assert expected == actual


def test_what_other_servers_hold_is_taken_off() -> None:
    """A full cluster is full whoever fills it."""
    work = WORK.format(replicas=2, limits="nvidia.com/gpu: 4")
    run = context(work + WORK.format(replicas=3, limits="nvidia.com/gpu: 1"))
    rest = left_over(run.manifests.of(PodTemplate)[0], run)
    expected = (1, 2)
    actual = None if rest is None else (rest[0], len(rest[1]))
    assert expected == actual
