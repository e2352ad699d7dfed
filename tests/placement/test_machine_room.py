"""What keeps a pod off the machine types that have its devices."""

from gpulint.catalog.instances import instance
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import resources_in
from gpulint.placement.machine_room import lack
from gpulint.source.reader import ReadOptions, read_bytes

POD = """
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: main, resources: {requests: {%s}, limits: {nvidia.com/gpu: %d}}}]}
"""


def _manifests(text: str) -> Manifests:
    documents = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False)).documents
    return Manifests(r for d in documents for r in resources_in(d, d.value))


def _lack(requests: str, cards: int, *names: str) -> tuple[str, ...] | None:
    (pod,) = _manifests(POD % (requests, cards)).of(PodTemplate)
    found = lack(pod, [each for each in map(instance, names) if each is not None])
    return None if found is None else (found.resource, found.need, found.most, found.machine)


def test_a_request_for_the_whole_machine_never_fits() -> None:
    """Kernel and kubelet keep a part of it, whatever the price list says."""
    expected = [("cpu", "4", "4", "g5.xlarge"), ("memory", "40Gi", "32Gi", "g5.2xlarge"), None]
    actual = [
        _lack("cpu: 4", 1, "g5.xlarge"),
        _lack("memory: 40Gi", 1, "g5.xlarge", "g5.2xlarge"),
        _lack("cpu: 3, memory: 13Gi", 1, "g5.xlarge"),
    ]
    assert expected == actual


def test_only_machines_with_the_devices_count() -> None:
    """The large machine with one card does not help a pod that takes four."""
    expected = ("cpu", "60", "48", "g5.12xlarge")
    actual = _lack("cpu: 60", 4, "g5.12xlarge", "g5.16xlarge")
    assert expected == actual


def test_nothing_is_said_beside_an_unknown_machine() -> None:
    """A size without a row may have any room."""
    expected = None
    actual = _lack("cpu: 60", 1, "g5.xlarge", "g7.48xlarge")
    assert expected == actual
