import pytest

from gpulint.model.gang_index import Gangs
from gpulint.model.queue import QueueReference
from gpulint.model.queue_gang import kai_demand, volcano_demand

VOLCANO = """
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: a}
spec:
  queue: q
  %s
  tasks:
    - name: ps
      replicas: 1
      template: {spec: {containers: [{name: main}]}}
    - name: worker
      replicas: 4
      %s
      template:
        spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 2}}}]}
"""


@pytest.mark.parametrize(
    ("job", "task", "expected"),
    [
        ("", "", ("4 × 2 = 8", True)),
        ("minAvailable: 0", "", ("4 × 2 = 8", True)),
        ("minAvailable: 3", "", ("at least 4 for 3 pods", True)),
        ("", "minAvailable: 2", ("at least 4 for 3 pods", True)),
        ("", "partitionPolicy: {totalPartitions: 2, partitionSize: 2}", ("4 × 2 = 8", False)),
    ],
    ids=["all by default", "zero means all", "stated", "stated by a task", "in partitions"],
)
def test_least_that_a_volcano_job_starts_with(manifests, job, task, expected) -> None:
    """Only the minimum must fit into the queue; its smallest pods are all that is certain."""
    run = manifests(VOLCANO % (job, task))
    demand = volcano_demand(run.of(QueueReference)[0], run.index(Gangs))
    actual = (demand.words(demand.needs["nvidia.com/gpu"]), demand.certain)
    assert expected == actual


def test_unknown_minimum_gives_no_demand(manifests) -> None:
    """A placeholder may stand for any number."""
    run = manifests(VOLCANO % ('minAvailable: "${N}"', ""))
    actual = volcano_demand(run.of(QueueReference)[0], run.index(Gangs))
    assert actual is None


def test_pods_without_a_group_go_one_by_one(manifests) -> None:
    """Volcano makes a group of one for a pod that names none."""
    expected = "at least 1 for 1 pods"
    run = manifests("""
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  replicas: 8
  template:
    metadata: {annotations: {scheduling.volcano.sh/queue-name: q}}
    spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}
""")
    demand = volcano_demand(run.of(QueueReference)[0], run.index(Gangs))
    actual = demand.words(demand.needs["nvidia.com/gpu"])
    assert expected == actual


def test_kai_places_a_job_pod_by_pod_and_a_training_job_whole(manifests) -> None:
    """A Job is a gang only with an annotation, a PyTorchJob always."""
    template = "{spec: {containers: [{name: pytorch, resources: {limits: {nvidia.com/gpu: 1}}}]}}"
    expected = ["at least 1 for 1 pods", "4 × 1 = 4"]
    run = manifests(f"""
apiVersion: batch/v1
kind: Job
metadata: {{name: a, labels: {{kai.scheduler/queue: q}}}}
spec: {{parallelism: 4, template: {template}}}
---
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata: {{name: a, labels: {{kai.scheduler/queue: q}}}}
spec: {{pytorchReplicaSpecs: {{Worker: {{replicas: 4, template: {template}}}}}}}
""")
    demands = [kai_demand(each, run.index(Gangs)) for each in run.of(QueueReference)]
    actual = [demand.words(demand.needs["nvidia.com/gpu"]) for demand in demands]
    assert expected == actual
