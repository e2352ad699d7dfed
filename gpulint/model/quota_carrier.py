"""Objects that bring the text of a ResourceQuota: somebody's controller makes the quota of it."""

from collections.abc import Iterator

from gpulint.model.resource import Resource, mapping, sequence

# Where `hard` stands, by group and kind. Sources: kubeflow/kubeflow components/profile-controller
# api/v1/profile_types.go; openshift/api quota/v1/types.go; kubernetes-sigs/hierarchical-namespaces
# api/v1alpha2; loft-sh/kiosk config/v1alpha1. All hand the keys on as they are.
_HOLDERS: dict[tuple[str, str], tuple[str | int, ...]] = {
    ("kubeflow.org", "Profile"): ("spec", "resourceQuotaSpec"),
    ("quota.openshift.io", "ClusterResourceQuota"): ("spec", "quota"),
    ("hnc.x-k8s.io", "HierarchicalResourceQuota"): ("spec",),
    ("config.kiosk.sh", "AccountQuota"): ("spec", "quota"),
}
# Literals of which one stands in the document of each carrier.
WORDS = ("resourceQuotaSpec", "resourceQuotas", "AccountQuota")
_POLICIES = ("ClusterPolicy", "Policy")


def quota_paths(resource: Resource) -> Iterator[tuple[str | int, ...]]:
    """Paths at which an object holds the spec of a quota; none for other objects."""
    key = (resource.group, resource.kind)
    if key in _HOLDERS:
        yield _HOLDERS[key]
    elif key == ("capsule.clastix.io", "Tenant"):  # projectcapsule/capsule api/v1beta2
        items = mapping(resource.spec.get("resourceQuotas")).get("items")
        for index, _ in enumerate(sequence(items)):
            yield ("spec", "resourceQuotas", "items", index)
    elif resource.group == "kyverno.io" and resource.kind in _POLICIES:
        for index, rule in enumerate(map(mapping, sequence(resource.spec.get("rules")))):
            if mapping(rule.get("generate")).get("kind") == "ResourceQuota":
                yield ("spec", "rules", index, "generate", "data", "spec")
