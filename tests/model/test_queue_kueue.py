from gpulint.model.queue_kueue import LocalQueue, QuotaHolder, ResourceFlavor

QUEUE = """
apiVersion: kueue.x-k8s.io/%s
kind: %s
metadata: {name: q}
spec:
  %s: pool
  resourceGroups:
    - coveredResources: [cpu, nvidia.com/gpu]
      flavors:
        - name: a100
          resources:
            - {name: cpu, nominalQuota: "${CPU}"}
            - {name: nvidia.com/gpu, nominalQuota: 4, borrowingLimit: "2"}
"""


def test_quotas_are_read_with_their_places(manifests) -> None:
    """A placeholder is stated but unknown."""
    expected = [
        ("cpu", None, None, ["name", "nominalQuota"]),
        ("nvidia.com/gpu", "4", "2", ["borrowingLimit", "name", "nominalQuota"]),
    ]
    (holder,) = manifests(QUEUE % ("v1beta2", "ClusterQueue", "cohortName")).of(QuotaHolder)
    actual = [
        (
            quota.resource,
            quota.nominal and quota.nominal.text,
            quota.borrowing and quota.borrowing.text,
            sorted(quota.stated),
        )
        for quota in holder.quotas
    ]
    assert expected == actual


def test_cohort_is_read_under_the_name_of_each_version(manifests) -> None:
    """v1beta1 says cohort, v1beta2 cohortName, a Cohort parentName."""
    shapes = (
        ("v1beta1", "ClusterQueue", "cohort"),
        ("v1beta2", "ClusterQueue", "cohortName"),
        ("v1beta2", "Cohort", "parentName"),
    )
    expected = [(field, "pool") for _, _, field in shapes]
    holders = [manifests(QUEUE % shape).of(QuotaHolder)[0] for shape in shapes]
    actual = [(holder.cohort_field, holder.cohort) for holder in holders]
    assert expected == actual


def test_missing_cohort_is_called_as_the_version_calls_it(manifests) -> None:
    """The field that a message tells people to set must exist."""
    expected = ["cohort", "cohortName"]
    texts = [(QUEUE % (v, "ClusterQueue", "x")) for v in ("v1beta1", "v1beta2")]
    actual = [manifests(text).of(QuotaHolder)[0].cohort_field for text in texts]
    assert expected == actual


def test_flavor_and_local_queue_are_read_from_any_shape(manifests) -> None:
    """A wrong shape is the schema's to report."""
    expected = [({}, (), ""), ""]
    run = manifests("""
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: f}
spec: {nodeLabels: [], nodeTaints: {}, topologyName: 3}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: l}
spec: {clusterQueue: [a]}
""")
    (flavor,), (local,) = run.of(ResourceFlavor), run.of(LocalQueue)
    actual = [(flavor.labels, flavor.taints, flavor.topology), local.cluster_queue]
    assert expected == actual
