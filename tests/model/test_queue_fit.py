import pytest

from gpulint.model.gang_index import Gangs
from gpulint.model.queue import QueueReference
from gpulint.model.queue_chain import Kueue
from gpulint.model.queue_fit import admitted_together, needs_of, obstacles, shortage
from gpulint.model.queue_kueue import QuotaHolder as ClusterQueue
from gpulint.model.queue_need import needs

QUEUE = """
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: gpus}
spec: {clusterQueue: science}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: science}
spec:
  %s
  resourceGroups:
    - coveredResources: [nvidia.com/gpu]
      flavors:
        - {name: a100, resources: [{name: nvidia.com/gpu, %s}]}
        - {name: h100, resources: [{name: nvidia.com/gpu, %s}]}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: a100}
spec: {nodeLabels: {gpu: a100}}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: h100}
spec: {nodeLabels: {gpu: h100}, nodeTaints: [{key: k, effect: NoSchedule}]}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: j
  labels: {kueue.x-k8s.io/queue-name: gpus}
  annotations: {%s}
spec:
  parallelism: 6
  completions: 6
  template:
    spec:
      tolerations: [%s]
      nodeSelector: {%s}
      containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]
"""
FOUR = "nominalQuota: 4"
TOLERATES = "{key: k, operator: Exists}"


def verdict(run) -> tuple[str, bool] | None:
    """The most that the queue can give, and whether splitting would help; None when all fits."""
    (reference,) = run.of(QueueReference)
    index = run.index(Kueue)
    pairs = admitted_together(reference, run.index(Gangs).members_of(reference.resource))
    need = needs(pairs)["nvidia.com/gpu"]
    found = shortage(need, index.behind(reference), index)
    return None if found is None else (found.most.text, found.split)


@pytest.mark.parametrize(
    ("head", "first", "second", "annotations", "tolerations", "selector", "expected"),
    [
        ("", FOUR, FOUR, "", "", "", ("4", False)),
        ("", FOUR, FOUR, "", TOLERATES, "", ("4", True)),
        ("", FOUR, "nominalQuota: 6", "", TOLERATES, "", None),
        ("", FOUR, "nominalQuota: 6", "", TOLERATES, "gpu: a100", ("4", False)),
        ("cohortName: pool", FOUR, FOUR, "", "", "", None),
        ("cohortName: pool", "nominalQuota: 4, borrowingLimit: 1", FOUR, "", "", "", ("5", False)),
        ("", FOUR, FOUR, 'kueue.x-k8s.io/job-min-parallelism: "2"', "", "", None),
        ("", 'nominalQuota: "${N}"', FOUR, "", "", "", None),
    ],
    ids=[
        "one flavor is tainted",
        "two flavors are never added up",
        "the larger flavor holds it",
        "the selector leaves the smaller flavor",
        "borrowing without limit",
        "borrowing with a limit",
        "fewer pods are enough",
        "an unknown quota",
    ],
)
def test_most_that_a_queue_can_give(
    manifests, head, first, second, annotations, tolerations, selector, expected
) -> None:
    """A shortage must be certain: one pod set takes one flavor, and only a limit bounds borrowing."""
    run = manifests(QUEUE % (head, first, second, annotations, tolerations, selector))
    actual = verdict(run)
    assert expected == actual


def test_every_flavor_has_its_obstacle(manifests) -> None:
    """A finding names what each flavor stands for."""
    expected = [("selector", "gpu=a100"), ("selector", "gpu=h100")]
    run = manifests(QUEUE % ("", FOUR, FOUR, "", "", "gpu: l4"))
    (reference,) = run.of(QueueReference)
    index = run.index(Kueue)
    found = obstacles(reference.pods[0], index.behind(reference), "nvidia.com/gpu", index)
    actual = [(each.kind, each.words) for each in found]
    assert expected == actual


def test_each_group_of_a_leader_worker_set_is_one_workload(manifests) -> None:
    """Three groups of four pods need four pods at a time, not twelve."""
    expected = [4]
    run = manifests("""
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata: {name: a, labels: {kueue.x-k8s.io/queue-name: gpus}}
spec:
  replicas: 3
  leaderWorkerTemplate:
    size: 4
    workerTemplate: {spec: {containers: [{name: main}]}}
""")
    (reference,) = run.of(QueueReference)
    pairs = admitted_together(reference, run.index(Gangs).members_of(reference.resource))
    actual = [sum(count for _, count in pairs if count is not None)]
    assert expected == actual


POOL = """
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: owner}
spec:
  cohortName: pool
  resourceGroups:
    - coveredResources: [nvidia.com/gpu]
      flavors: [{name: a100, resources: [{name: nvidia.com/gpu, nominalQuota: 8%s}]}]
"""

COHORT = """
apiVersion: kueue.x-k8s.io/v1beta2
kind: Cohort
metadata: {name: pool}
spec: {parentName: all}
"""


@pytest.mark.parametrize(
    ("lending", "more", "expected"),
    [
        (", lendingLimit: 1", "", ("5", False)),
        ("", "", None),
        (
            ", lendingLimit: 1",
            COHORT,
            None,
        ),
    ],
    ids=["the others lend one", "the others lend all", "more may come from above"],
)
def test_cohort_bounds_what_can_be_borrowed(manifests, lending, more, expected) -> None:
    """Without a borrowing limit a queue may take all that the others lend."""
    run = manifests(
        a=QUEUE % ("cohortName: pool", FOUR, FOUR, "", "", ""),
        b=(POOL % lending) + (f"---\n{more}" if more else ""),
    )
    actual = verdict(run)
    assert expected == actual


def test_number_of_pods_counts_where_the_queue_covers_it(manifests) -> None:
    """No container asks for it, so nobody would find it among the requests."""
    run = manifests(
        "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ClusterQueue\nmetadata: {name: c}\n"
        "spec: {resourceGroups: [{coveredResources: [pods], flavors: [{name: f}]}]}\n---\n"
        "apiVersion: batch/v1\nkind: Job\n"
        "metadata: {name: j, labels: {kueue.x-k8s.io/queue-name: q}}\n"
        "spec: {parallelism: 3, completions: 3, template: {spec: {containers: [{name: c}]}}}\n"
    )
    (reference,) = run.of(QueueReference)
    (queue,) = run.of(ClusterQueue)
    members = run.index(Gangs).members_of(reference.resource)
    expected = {"pods": "3"}
    found = needs_of(reference, members, queue)
    actual = {name: need.total.text for name, need in found.items()}
    assert expected == actual
