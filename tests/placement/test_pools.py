"""Which node pools a pod may call for."""

import pytest

from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.node_pool import NodePool
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import resources_in
from gpulint.placement.pool_demand import demand
from gpulint.placement.pools import Pools, barrier, conflict
from gpulint.source.reader import ReadOptions, read_bytes

POOLS = """
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: cards}
spec:
  limits: {nvidia.com/gpu: 4}
  template:
    metadata: {labels: {tier: gpu}}
    spec:
      requirements:
      - {key: node.kubernetes.io/instance-type, operator: In, values: [g6.xlarge]}
      - {key: example.com/zone, operator: In, values: [a, b]}
      taints: [{key: only, value: gpu, effect: NoSchedule}]
---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: plain}
spec:
  template:
    spec:
      requirements:
      - {key: karpenter.k8s.aws/instance-category, operator: In, values: [m]}
"""
POD = """
---
apiVersion: {api}
kind: {kind}
metadata: {{name: w}}
spec:
  {counts}
  template:
    spec:
      nodeSelector: {{{selector}}}
      tolerations: [{tolerations}]
      containers: [{{name: a, resources: {{limits: {{nvidia.com/gpu: 2}}}}}}]
"""
TOLERATES = "{key: only, operator: Exists}"


def context(pods: str = "") -> Context:
    """A run over the pools and these pods."""
    reading = read_bytes("in.yaml", (POOLS + pods).encode(), ReadOptions(prefilter=False))
    return Context(Manifests(r for d in reading.documents for r in resources_in(d, d.value)))


def workload(
    selector: str = "", tolerations: str = "", counts: str = "replicas: 1", kind: str = "Deployment"
) -> str:
    """A workload of two GPUs a pod."""
    api = "apps/v1" if kind == "Deployment" else "batch/v1"
    return POD.format(api=api, kind=kind, counts=counts, selector=selector, tolerations=tolerations)


@pytest.mark.parametrize(
    ("selector", "tolerations", "names", "link", "confidence"),
    [
        ("karpenter.sh/nodepool: cards", "", ["cards"], "label", "high"),
        ("tier: gpu", "", ["cards"], "label", "medium"),
        ("tier: other", "", [], "label", "medium"),
        ("", "", ["cards", "plain"], "", "medium"),
        ("", TOLERATES, ["cards", "plain"], "taint", "medium"),
        ("example.com/zone: b", "", ["cards"], "", "medium"),
        ("example.com/zone: c", "", [], "", "medium"),
        ("nvidia.com/gpu.product: NVIDIA-L4", "", [], "", "medium"),
        ("topology.kubernetes.io/zone: x", "", ["cards", "plain"], "", "medium"),
    ],
)
def test_labels_choose_pools(
    selector: str, tolerations: str, names: list[str], link: str, confidence: str
) -> None:
    """What ties a pod to a pool decides how sure a rule may be about it."""
    run = context(workload(selector, tolerations))
    choice = run.cluster.index(Pools).choose(run.manifests.of(PodTemplate)[0])
    expected = (names, link, confidence)
    actual = ([pool.name for pool in choice.pools], choice.link, choice.confidence)
    assert expected == actual


def test_a_label_that_no_pool_defines_is_told() -> None:
    """Karpenter takes it as absent and starts no node."""
    run = context(workload("nvidia.com/gpu.product: NVIDIA-L4"))
    pod, pool = run.manifests.of(PodTemplate)[0], run.manifests.of(NodePool)[0]
    fault = conflict(pod, pool)
    expected = "nvidia.com/gpu.product"
    actual = None if fault is None else fault.key
    assert expected == actual


@pytest.mark.parametrize(
    ("tolerations", "expected"),
    [
        ("", "only=gpu:NoSchedule"),
        (TOLERATES, None),
        ("{key: only, value: x}", "only=gpu:NoSchedule"),
    ],
)
def test_a_taint_keeps_pods_off(tolerations: str, expected: str | None) -> None:
    """An Equal toleration needs the very value."""
    run = context(workload("", tolerations))
    taint = barrier(run.manifests.of(PodTemplate)[0], run.manifests.of(NodePool)[0])
    actual = None if taint is None else taint.words
    assert expected == actual


@pytest.mark.parametrize(
    ("pods", "expected"),
    [
        (workload("tier: gpu", TOLERATES, "replicas: 3"), (6, 1)),
        (
            workload("tier: gpu", TOLERATES) + workload("tier: gpu", TOLERATES, "replicas: 2"),
            (6, 2),
        ),
        (workload("tier: gpu", "", "replicas: 3"), None),
        (workload("", "", "replicas: 3"), None),
        (
            workload("tier: gpu", TOLERATES, "parallelism: 2", "Job")
            + workload("tier: gpu", TOLERATES, "parallelism: 3", "Job"),
            (6, 1),
        ),
    ],
)
def test_only_pods_bound_to_the_pool_ask_for_its_devices(
    pods: str, expected: tuple[int, int] | None
) -> None:
    """Jobs may take turns, servers stand side by side, and others may go elsewhere."""
    run = context(pods)
    found = demand(run.manifests.of(NodePool)[0], "nvidia.com/gpu", run)
    actual = None if found is None else (found.devices, len(found.pods))
    assert expected == actual
