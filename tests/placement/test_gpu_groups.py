"""Nodes with NVIDIA cards that a pod may use."""

from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, resources_in
from gpulint.placement.gpu_groups import gpu_groups, offering, sharing_strategy, sliced
from gpulint.source.reader import ReadOptions, read_bytes

POD = """\
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  nodeSelector: {pool: gpu}
  containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]
"""
NODES = """\
apiVersion: v1
kind: Node
metadata: {name: whole, labels: {pool: gpu, nvidia.com/gpu.sharing-strategy: mps}}
status: {allocatable: {nvidia.com/gpu: "8"}}
---
apiVersion: v1
kind: Node
metadata: {name: cut, labels: {pool: gpu, nvidia.com/gpu.product: NVIDIA-A30}}
status: {allocatable: {nvidia.com/gpu: "0", nvidia.com/mig-1g.6gb: "4"}}
---
apiVersion: v1
kind: Node
metadata: {name: elsewhere, labels: {pool: other, nvidia.com/gpu.product: NVIDIA-A30}}
---
apiVersion: v1
kind: Node
metadata: {name: plain, labels: {pool: gpu}}
status: {allocatable: {cpu: "8"}}
"""
POOL = """\
---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: more}
"""


def read(text: str, *, from_facts: bool = False) -> list[Resource]:
    """The objects of a text."""
    reading = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False))
    return [r for d in reading.documents for r in resources_in(d, d.value, from_facts=from_facts)]


def run(facts: str) -> tuple[PodTemplate, Context]:
    """The pod, and a run over it with facts."""
    manifests = Manifests(read(POD))
    return manifests.of(PodTemplate)[0], Context(manifests, read(facts, from_facts=True))


def test_nodes_without_cards_and_those_ruled_out_do_not_count() -> None:
    """What other nodes offer does not help this pod."""
    groups = gpu_groups(*run(NODES))
    names = [group.node.name for group in groups]
    offers = [group.node.name for group in offering(groups, "nvidia.com/gpu")]
    cut = [group.node.name for group in sliced(groups)]
    expected = (["whole", "cut"], ["whole"], ["cut"])
    assert expected == (names, offers, cut)


def test_nothing_is_said_of_a_cluster_that_grows() -> None:
    """Karpenter may start other nodes than those of today."""
    assert gpu_groups(*run(NODES + POOL)) == ()


def test_sharing_goes_by_the_plain_name() -> None:
    """Discovery labels the resource, not its renamed replica."""
    node = gpu_groups(*run(NODES))[0].node
    expected = ("mps", "")
    actual = (
        sharing_strategy(node, "nvidia.com/gpu.shared"),
        sharing_strategy(node, "nvidia.com/mig-1g.6gb"),
    )
    assert expected == actual
