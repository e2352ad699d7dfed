from gpulint.catalog.instances import instance
from gpulint.model.pod import PodTemplate
from gpulint.placement.machine_room import lack

POD = """
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: main, resources: {requests: {%s}, limits: {nvidia.com/gpu: %d}}}]}
"""


def _lack(manifests, requests: str, cards: int, *names: str):
    (pod,) = manifests(POD % (requests, cards)).of(PodTemplate)
    found = lack(pod, [each for each in map(instance, names) if each is not None])
    return None if found is None else (found.resource, found.need, found.most, found.machine)


def test_a_request_for_the_whole_machine_never_fits(manifests) -> None:
    """Kernel and kubelet keep a part of it, whatever the price list says."""
    expected = [("cpu", "4", "4", "g5.xlarge"), ("memory", "40Gi", "32Gi", "g5.2xlarge"), None]
    actual = [
        _lack(manifests, "cpu: 4", 1, "g5.xlarge"),
        _lack(manifests, "memory: 40Gi", 1, "g5.xlarge", "g5.2xlarge"),
        _lack(manifests, "cpu: 3, memory: 13Gi", 1, "g5.xlarge"),
    ]
    assert expected == actual


def test_only_machines_with_the_devices_count(manifests) -> None:
    """The large machine with one card does not help a pod that takes four."""
    expected = ("cpu", "60", "48", "g5.12xlarge")
    actual = _lack(manifests, "cpu: 60", 4, "g5.12xlarge", "g5.16xlarge")
    assert expected == actual


def test_nothing_is_said_beside_an_unknown_machine(manifests) -> None:
    """A size without a row may have any room."""
    expected = None
    actual = _lack(manifests, "cpu: 60", 1, "g5.xlarge", "g7.48xlarge")
    assert expected == actual
