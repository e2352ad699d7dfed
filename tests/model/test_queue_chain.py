from gpulint.model.queue import QueueReference
from gpulint.model.queue_chain import Kueue
from gpulint.model.queue_kueue import QuotaHolder

CHAIN = """
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: gpus, namespace: bio}
spec: {clusterQueue: science}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: science}
spec:
  resourceGroups:
    - coveredResources: [nvidia.com/gpu]
      flavors: [{name: a100, resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}]
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: a100}
spec: {nodeLabels: {gpu: a100}, topologyName: dc}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: Topology
metadata: {name: dc}
spec: {levels: [{nodeLabel: rack}, {nodeLabel: kubernetes.io/hostname}]}
"""
POD = """
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: %s, labels: {kueue.x-k8s.io/queue-name: gpus}}
spec: {containers: [{name: main}]}
"""


def behind(run) -> list[str | None]:
    """Name of the ClusterQueue behind each reference."""
    index = run.index(Kueue)
    found = [index.behind(each) for each in run.of(QueueReference)]
    return [None if queue is None else queue.name for queue in found]


def test_label_leads_to_the_cluster_queue_of_its_namespace(manifests) -> None:
    """A LocalQueue serves its own namespace alone."""
    expected = ["science", None]
    actual = behind(manifests("---".join((CHAIN, POD % "bio", POD % "web"))))
    assert expected == actual


def test_levels_of_the_topologies_behind_a_queue(manifests) -> None:
    """A topology request names one of them."""
    expected = ("rack", "kubernetes.io/hostname")
    run = manifests(CHAIN + "---" + POD % "bio")
    index = run.index(Kueue)
    actual = index.topology_levels(index.behind(run.of(QueueReference)[0]))
    assert expected == actual


def test_levels_are_unknown_without_the_flavor(manifests) -> None:
    """Another repository may define it, with any topology."""
    run = manifests(CHAIN.replace("kind: ResourceFlavor", "kind: Other") + "---" + POD % "bio")
    index = run.index(Kueue)
    actual = index.topology_levels(index.behind(run.of(QueueReference)[0]))
    assert actual is None


def test_configuration_tells_which_resources_are_left_out(manifests) -> None:
    """Kueue asks no quota for an excluded prefix."""
    expected = [True, False]
    run = manifests("""
apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta2
    resources:
      excludeResourcePrefixes: [rdma]
""")
    index = run.index(Kueue)
    actual = [index.is_mapped(name) for name in ("rdma/hca", "nvidia.com/gpu")]
    assert expected == actual


def test_commented_line_of_the_configuration_means_nothing(manifests) -> None:
    """The configuration that Kueue comes with has the switch as a comment."""
    expected = [True, False]
    config = """
apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta2
    %smanageJobsWithoutQueueName: true
"""
    actual = [manifests(config % mark).index(Kueue).manages_all for mark in ("", "#")]
    assert expected == actual


def test_cohort_stands_in_one_file_with_other_queues(manifests) -> None:
    """Only then is it likely that nobody else belongs to it."""
    queue = "{apiVersion: kueue.x-k8s.io/v1beta2, kind: %s, metadata: {name: %s}, spec: {%s: pool}}"
    one = queue % ("ClusterQueue", "one", "cohortName")
    two = queue % ("ClusterQueue", "two", "cohortName")
    cohort = queue % ("Cohort", "pool", "other")
    expected = [True, False, False]
    runs = (
        manifests(f"{one}\n---\n{two}"),
        manifests(a=one, b=two),
        manifests(f"{one}\n---\n{cohort}"),
    )
    actual = [run.index(Kueue).has_cohort_in_file(run.of(QuotaHolder)[0]) for run in runs]
    assert expected == actual
