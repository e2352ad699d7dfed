import pytest

from gpulint.model.gang_member import Members, members_of
from gpulint.model.manifests import Manifests

POD = "{spec: {containers: [{name: main, image: registry.example.com/a/b:1}]}}"
JOB = f"""
apiVersion: batch/v1
kind: Job
metadata: {{name: sum}}
spec:
  parallelism: 4
  completions: 3
  template: {POD}
"""
JOBSET = f"""
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {{name: waves}}
spec:
  replicatedJobs:
    - name: driver
      template: {{spec: {{template: {POD}}}}}
    - name: node
      replicas: 3
      template: {{spec: {{parallelism: 2, completions: 2, template: {POD}}}}}
"""
LWS = f"""
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata: {{name: writer}}
spec:
  replicas: 2
  leaderWorkerTemplate: {{size: 4, workerTemplate: {POD}}}
"""
RAY = f"""
apiVersion: ray.io/v1
kind: RayCluster
metadata: {{name: tuner}}
spec:
  headGroupSpec: {{template: {POD}}}
  workerGroupSpecs:
    - {{groupName: big, replicas: 9, maxReplicas: 4, numOfHosts: 2, template: {POD}}}
"""
VOLCANO = f"""
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {{name: mix}}
spec:
  schedulerName: volcano
  priorityClassName: high
  tasks:
    - {{name: ps, replicas: 1, template: {POD}}}
    - {{name: worker, replicas: 3, template: {POD}}}
    - {{name: idle, template: {POD}}}
"""
COUNTED = {
    "Job": (JOB, "3 pods"),
    "JobSet": (JOBSET, "1 + 2 x 3 = 7 pods"),
    "LeaderWorkerSet": (LWS, "2 + 2 x 3 = 8 pods"),
    "RayCluster": (RAY, "1 + 4 x 2 = 9 pods"),
    "Volcano Job": (VOLCANO, "1 + 3 + 0 = 4 pods"),
}


def one(manifests: Manifests) -> Members:
    return Members(members_of(manifests.resources[0]))


@pytest.mark.parametrize(("text", "words"), COUNTED.values(), ids=COUNTED)
def test_sum_is_shown_as_people_reckon(manifests, text: str, words: str) -> None:
    """A message that shows the sum needs no second look at the manifest."""
    expected = words
    actual = one(manifests(text)).words
    assert expected == actual


def test_leader_and_worker_share_a_template_and_not_their_lines(manifests) -> None:
    """The size decides how many workers there are, and nothing about leaders."""
    expected = [
        ("leader", ("spec.replicas",)),
        ("worker", ("spec.replicas", "spec.leaderWorkerTemplate.size")),
    ]
    actual = [
        (member.pod.role, tuple(line.pointer.field_path for line in member.lines))
        for member in one(manifests(LWS)).each
    ]
    assert expected == actual


def test_pods_take_scheduler_and_priority_from_their_job(manifests) -> None:
    """A task without a schedulerName belongs to the scheduler of its Job."""
    expected = [("volcano", "high")] * 3
    actual = [(m.scheduler, m.priority) for m in one(manifests(VOLCANO)).each]
    assert expected == actual


UNKNOWN = {
    "placeholder": JOB.replace("parallelism: 4", 'parallelism: "${PODS}"'),
    "null": JOB.replace("parallelism: 4", "parallelism: null"),
    "text": JOB.replace("parallelism: 4", "parallelism: four"),
    "in-tree autoscaling": RAY.replace("spec:\n", "spec:\n  enableInTreeAutoscaling: true\n", 1),
    "elastic policy": f"""
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata: {{name: tune}}
spec:
  elasticPolicy: {{minReplicas: 1, maxReplicas: 4}}
  pytorchReplicaSpecs: {{Worker: {{replicas: 2, template: {POD}}}}}
""",
    "kind that no table knows": f"""
apiVersion: example.com/v1
kind: Thing
metadata: {{name: thing}}
spec: {{size: 3, template: {POD}}}
""",
}


@pytest.mark.parametrize("text", UNKNOWN.values(), ids=UNKNOWN)
def test_unknown_count_makes_the_sum_unknown(manifests, text: str) -> None:
    """A wrong sum would be a false alarm; the unknown is never wrong."""
    expected = None
    actual = one(manifests(text)).total
    assert expected == actual


def test_every_line_of_a_sum_is_related_once(manifests) -> None:
    """The reader sees which numbers to change."""
    expected = [
        ("spec.replicas", "leader of LeaderWorkerSet/writer makes 2 pods, "
         "worker of LeaderWorkerSet/writer makes 6 pods"),
        ("spec.leaderWorkerTemplate.size", "worker of LeaderWorkerSet/writer makes 6 pods"),
    ]  # fmt: skip
    actual = [(r.place.pointer.field_path, r.message) for r in one(manifests(LWS)).related]
    assert expected == actual
