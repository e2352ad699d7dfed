"""Keys that hold a pod's node: where they stand, and which values are understood."""

from collections.abc import Callable

import pytest

from gpulint.model.disruption import DisruptionKey, duration_seconds, is_duration
from gpulint.model.manifests import Manifests

CRON = """
apiVersion: batch/v1
kind: CronJob
metadata:
  name: nightly
  annotations: {karpenter.sh/do-not-disrupt: "true"}
spec:
  jobTemplate:
    metadata:
      labels: {cluster-autoscaler.kubernetes.io/safe-to-evict: "false"}
    spec:
      template:
        metadata:
          annotations: {cluster-autoscaler.kubernetes.io/safe-to-evict: "no"}
        spec:
          containers:
          - {name: a, resources: {limits: {nvidia.com/gpu: 1}}}
"""


def test_keys_are_found_on_the_object_the_job_and_the_pods(
    manifests: Callable[..., Manifests],
) -> None:
    """Only those on the pods do anything, so each must know where it stands."""
    expected = [
        ("karpenter.sh/do-not-disrupt", "annotations", False, False, True),
        ("cluster-autoscaler.kubernetes.io/safe-to-evict", "labels", False, True, True),
        ("cluster-autoscaler.kubernetes.io/safe-to-evict", "annotations", True, True, False),
    ]
    actual = [
        (each.key, each.carrier, each.on_pods, each.repeated, each.is_understood)
        for each in manifests(CRON).of(DisruptionKey)
    ]
    assert expected == actual


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("90m", 5400.0), ("1h30m", 5400.0), ("1.5h", 5400.0), ("0", 0.0), ("10s", 10.0)],
)
def test_durations_are_read_as_go_reads_them(value: str, seconds: float) -> None:
    """A bound of a pool is compared with seconds of a pod."""
    expected = seconds
    actual = duration_seconds(value)
    assert expected == actual


@pytest.mark.parametrize("value", ["2d", "1 h", "90", "h", "", "true", "1h30", "½h"])
def test_what_go_refuses_is_no_duration(value: str) -> None:
    """Karpenter passes over such a value, and the pod is not held."""
    expected = False
    actual = is_duration(value)
    assert expected == actual
