import pytest

from gpulint.model.gang_worlds import Worlds

JOB = """
apiVersion: batch/v1
kind: Job
metadata: {name: one, labels: {%s}}
spec:
  parallelism: %d
  template:
    spec:
      schedulerName: %s
      containers:
        - name: main
          args: [torchrun, "--nnodes=2", train.py]
          resources: {limits: {nvidia.com/gpu: 4}}
"""
NEEDS = {
    "nobody holds the ranks": (JOB % ("", 2, "default-scheduler"), {"nvidia.com/gpu": "8"}),
    "a queue holds them": (JOB % ("kueue.x-k8s.io/queue-name: a", 2, "default-scheduler"), {}),
    "a gang scheduler holds them": (JOB % ("", 2, "volcano"), {}),
    "one pod needs no gang": (JOB % ("", 1, "default-scheduler"), {}),
}


@pytest.mark.parametrize(("text", "needs"), NEEDS.values(), ids=NEEDS)
def test_only_loose_worlds_of_several_pods_count(manifests, text: str, needs: object) -> None:
    """Where something holds all ranks back, two jobs cannot block each other."""
    expected = needs
    found = manifests(text).index(Worlds).needs
    actual = {name: rows[0][1].text for name, rows in found.items()}
    assert expected == actual
