"""Node pools: what their nodes can be, as far as the text tells."""

from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.node_pool import NodePool

POOL = """
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {{name: cards}}
spec:
  template:
    metadata:
      labels: {{tier: gpu}}
    spec:
      nodeClassRef: {{group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}}
      requirements: [{requirements}]
      taints: [{{key: nvidia.com/gpu, effect: NoSchedule}}]
      startupTaints: [{{key: warming, effect: NoSchedule}}]
  limits: {{nvidia.com/gpu: "16"}}
"""
TYPES = "{key: node.kubernetes.io/instance-type, operator: In, values: [%s]}"
FAMILY = "{key: karpenter.k8s.aws/instance-family, operator: In, values: [%s]}"
CATEGORY = "{key: karpenter.k8s.aws/instance-category, operator: In, values: [%s]}"
CARD = "{key: eks.amazonaws.com/instance-gpu-name, operator: In, values: [%s]}"
COUNT = "{key: karpenter.k8s.aws/instance-gpu-count, operator: Lt, values: ['4']}"
SIZE = "{key: karpenter.k8s.aws/instance-size, operator: NotIn, values: [48xlarge]}"

Reader = Callable[..., Manifests]


def pool(manifests: Reader, requirements: str = "") -> NodePool:
    """The one pool of a text with these requirements."""
    return manifests(POOL.format(requirements=requirements)).of(NodePool)[0]


@pytest.mark.parametrize(
    ("requirements", "least", "most"),
    [
        (TYPES % "g4dn.2xlarge, g4dn.12xlarge", 1, 4),
        (TYPES % "g4dn.2xlarge, m5.xlarge", 1, 1),
        (TYPES % "m5.xlarge", None, 0),
        (TYPES % "g4dn.2xlarge, g99.xlarge", None, None),
        (TYPES % "g6f.xlarge", None, 0),
        (FAMILY % "g6", 1, 8),
        (FAMILY % "g6, c7i", 1, 8),
        (FAMILY % "g6, g99", None, None),
        (f"{FAMILY % 'g6'}, {COUNT}", 1, 1),
        (f"{FAMILY % 'g6'}, {SIZE}", 1, 4),
        (CARD % "h200", 8, 8),
        (CARD % "unheard-of", None, None),
        (CATEGORY % "m, c, r", None, 0),
        (CATEGORY % "g", None, None),
        ("", None, None),
    ],
)
def test_devices_of_a_node_are_bounded_by_its_machines(
    manifests: Reader, requirements: str, least: int | None, most: int | None
) -> None:
    """A bound that is too low would call a pod impossible that a larger machine takes."""
    found = pool(manifests, requirements)
    expected = (least, most)
    actual = (found.least("nvidia.com/gpu"), found.most("nvidia.com/gpu"))
    assert expected == actual


def test_devices_that_appear_later_are_not_counted(manifests: Reader) -> None:
    """A MIG slice is no device of the machine type, so its number is unknown, not 0."""
    found = pool(manifests, TYPES % "p4d.24xlarge")
    expected = (None, None)
    actual = (found.most("nvidia.com/mig-1g.5gb"), found.offers("nvidia.com/mig-1g.5gb"))
    assert expected == actual


def test_startup_taints_need_no_toleration(manifests: Reader) -> None:
    """They are gone before pods come."""
    expected = ["nvidia.com/gpu:NoSchedule"]
    actual = [taint.words for taint in pool(manifests).taints]
    assert expected == actual


def test_a_pool_gives_its_own_name_as_a_label(manifests: Reader) -> None:
    """Pods choose a pool by it though no template writes it."""
    expected = {"tier": "gpu", "karpenter.sh/nodepool": "cards"}
    actual = pool(manifests).labels
    assert expected == actual


def test_a_provisioner_of_old_is_a_pool(manifests: Reader) -> None:
    """Clusters that were never upgraded still have them."""
    old = """
    apiVersion: karpenter.sh/v1alpha5
    kind: Provisioner
    metadata: {name: cards}
    spec:
      labels: {tier: gpu}
      taints: [{key: a, value: b, effect: NoSchedule}]
      limits: {resources: {nvidia.com/gpu: 4}}
    """
    found = manifests(old).of(NodePool)[0]
    expected = ("gpu", ["a=b:NoSchedule"], {"nvidia.com/gpu": 4})
    taints = [taint.words for taint in found.taints]
    limits = {name: limit.devices for name, limit in found.limits.items()}
    assert expected == (found.labels["tier"], taints, limits)
