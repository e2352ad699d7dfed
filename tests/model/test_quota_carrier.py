"""Quotas that other objects bring."""

from gpulint.model.quota import NamespaceRules, ResourceQuota

PROFILE = """
apiVersion: kubeflow.org/v1
kind: Profile
metadata: {name: bio}
spec: {resourceQuotaSpec: {hard: {nvidia.com/gpu: "4"}}}
"""
TENANT = """
apiVersion: capsule.clastix.io/v1beta2
kind: Tenant
metadata: {name: bio}
spec: {resourceQuotas: {items: [{hard: {cpu: 1}}, {hard: {limits.nvidia.com/gpu: 2}}]}}
"""
POLICY = """
apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata: {name: p}
spec:
  rules:
    - {generate: {kind: ResourceQuota, data: {spec: {hard: {nvidia.com/gpu: 1}}}}}
    - {generate: {kind: NetworkPolicy, data: {spec: {hard: {nvidia.com/gpu: 1}}}}}
"""


def test_carried_quotas_are_read_where_they_stand(manifests) -> None:
    """A key that counts nothing must be told at its own line, whoever makes the quota."""
    expected = [
        ("nvidia.com/gpu", "spec.resourceQuotaSpec.hard"),
        ("cpu", "spec.resourceQuotas.items[0].hard"),
        ("limits.nvidia.com/gpu", "spec.resourceQuotas.items[1].hard"),
        ("nvidia.com/gpu", "spec.rules[0].generate.data.spec.hard"),
    ]
    run = manifests("---".join((PROFILE, TENANT, POLICY)))
    actual = [
        (key, hard.place.pointer.parent.field_path)
        for quota in run.of(ResourceQuota)
        for key, hard in quota.hard.items()
    ]
    assert expected == actual


def test_carried_quotas_belong_to_no_namespace_of_the_run(manifests) -> None:
    """Which namespaces the controller makes is not in the text, so no pod is held against them."""
    expected = []
    run = manifests(PROFILE + "---\n{apiVersion: v1, kind: Pod, metadata: {name: p}}")
    (pod,) = run.by_kind("", "Pod")
    actual = list(run.index(NamespaceRules).quotas(pod))
    assert expected == actual
