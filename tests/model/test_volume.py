"""Volumes: their media, their sizes and where containers see them."""

from collections.abc import Callable

from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import parse_quantity
from gpulint.model.volume import empty_dirs, host_paths

POD = """
apiVersion: v1
kind: Pod
spec:
  containers:
  - name: a
    volumeMounts: [{name: shm, mountPath: /dev//shm/}, {name: dev, mountPath: /dev/nvidia0}]
  initContainers:
  - name: b
    volumeMounts: [{name: shm, mountPath: /opt/./shm}]
  volumes:
  - {name: shm, emptyDir: {medium: Memory, sizeLimit: 4Gi}}
  - {name: disk, emptyDir: {}}
  - {name: dev, hostPath: {path: /dev/nvidia0/}}
  - {name: none, emptyDir: null}
  - text
"""


def test_memory_volumes_know_their_mounts(manifests: Callable[..., Manifests]) -> None:
    """Whether /dev/shm is large is decided by the path of the mount, however it is written."""
    pod = manifests(POD).of(PodTemplate)[0]
    expected = [
        ("shm", "Memory", parse_quantity("4Gi"), [("b", "/opt/shm"), ("a", "/dev/shm")]),
        ("disk", "", None, []),
    ]
    actual = [
        (v.name, v.medium, v.size, [(m.container.name, m.path) for m in v.mounts])
        for v in empty_dirs(pod)
    ]
    assert expected == actual


def test_host_paths_are_normalized(manifests: Callable[..., Manifests]) -> None:
    """A slash at the end must not hide a device file."""
    pod = manifests(POD).of(PodTemplate)[0]
    expected = [("dev", "/dev/nvidia0", ["/dev/nvidia0"])]
    actual = [(v.name, v.path, [m.path for m in v.mounts]) for v in host_paths(pod)]
    assert expected == actual
