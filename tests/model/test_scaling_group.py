"""Groups of machines that Cluster Autoscaler sizes."""

from collections.abc import Callable

from gpulint.model.manifests import Manifests
from gpulint.model.scaling_group import ScalingGroup

TEXT = """
apiVersion: eksctl.io/v1alpha5
kind: ClusterConfig
metadata: {name: lab}
nodeGroups:
- {name: a, instanceType: g5.xlarge, minSize: 0, tags: {k8s.io/cluster-autoscaler/enabled: "true"}}
- {name: b, instancesDistribution: {instanceTypes: [g5.xlarge, m5.large]}, desiredCapacity: 1}
- text
managedNodeGroups:
- {name: c, instanceTypes: [m5.large], minSize: 0, iam: {withAddonPolicies: {autoScaler: true}}}
---
apiVersion: kops.k8s.io/v1alpha2
kind: InstanceGroup
metadata: {name: d}
spec: {machineType: m5.large, minSize: 0, nodeLabels: {k8s.amazonaws.com/accelerator: t4}}
"""


def test_groups_of_eksctl_and_kops_are_read_alike(manifests: Callable[..., Manifests]) -> None:
    """Rules speak of GPU groups that may be empty, whoever makes them."""
    expected = [
        ("a", ["g5.xlarge"], True, True, True, False),
        ("b", ["g5.xlarge"], True, False, False, False),
        ("c", [], False, True, True, True),
        ("d", [], True, True, False, False),
    ]
    actual = [
        (
            each.name,
            [machine.name for machine in each.machines],
            each.has_gpus,
            each.starts_empty,
            each.is_autoscaled,
            each.managed,
        )
        for each in manifests(TEXT).of(ScalingGroup)
    ]
    assert expected == actual
