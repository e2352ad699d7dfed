import pytest

from gpulint.model.gang_member import members_of
from gpulint.model.gang_order import ordered_start

POD = "{spec: {containers: [{name: main}]}}"
MPI = f"""
apiVersion: kubeflow.org/v2beta1
kind: MPIJob
metadata: {{name: solve}}
spec:
  launcherCreationPolicy: WaitForWorkersReady
  mpiReplicaSpecs:
    Launcher: {{template: {POD}}}
    Worker: {{replicas: 3, template: {POD}}}
"""
JOBSET = f"""
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {{name: waves}}
spec:
  replicatedJobs:
    - {{name: a, template: {{spec: {{parallelism: 2, template: {POD}}}}}}}
    - name: b
      dependsOn: [{{name: a, status: Ready}}]
      template: {{spec: {{parallelism: 5, template: {POD}}}}}
"""
LWS = f"""
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata: {{name: writer}}
spec:
  replicas: 2
  startupPolicy: LeaderReady
  leaderWorkerTemplate: {{size: 4, workerTemplate: {POD}}}
"""
SET = f"""
apiVersion: apps/v1
kind: StatefulSet
metadata: {{name: shards}}
spec: {{replicas: 3, template: {POD}}}
"""
FIRST = {
    "workers before their launcher": (MPI, 3),
    "jobs that depend on none": (JOBSET, 2),
    "leaders": (LWS, 2),
    "pod 0": (SET, 1),
    "all pods in parallel": (
        SET.replace("spec: {", "spec: {podManagementPolicy: Parallel, "),
        None,
    ),
    "launcher at once": (MPI.replace("WaitForWorkersReady", "AtStartup"), None),
}


@pytest.mark.parametrize(("text", "first"), FIRST.values(), ids=FIRST)
def test_pods_of_the_first_stage_are_counted(manifests, text: str, first: int | None) -> None:
    """A gang larger than this waits for pods that wait for it."""
    expected = first
    resource = manifests(text).resources[0]
    order = ordered_start(resource, members_of(resource))
    actual = None if order is None else order.first
    assert expected == actual
