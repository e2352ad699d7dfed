"""A volume meant as shared memory must be mounted at /dev/shm."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, near_names, problem, volumes

_SHM = "/dev/shm"
_MEANT = re.compile(r"(?:\A|[-_])d?shm(?:\Z|[-_])|shared-?mem|shm-|-shm")


@check(each=PodTemplate, words=("emptyDir",))
def shm_mounted_elsewhere(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find memory volumes that a container with GPUs mounts at another path while /dev/shm stays small.

    The path must resemble /dev/shm, or the volume be named for it beside several GPUs. With hostIPC
    the node's own /dev/shm is used.
    """
    elsewhere = [
        (volume, mount)
        for volume in volumes.empty_dirs(pod)
        if volume.medium == "Memory"
        for mount in volume.mounts
        if mount.path != _SHM
    ]
    if not elsewhere or not pod.accelerators or pod.spec.get("hostIPC") is True:
        return
    served = {
        mount.container.pointer
        for kind in (volumes.empty_dirs, volumes.host_paths)
        for volume in kind(pod)
        for mount in volume.mounts
        if mount.path == _SHM
    }
    for volume, mount in elsewhere:
        devices = mount.container.resources.accelerators().values()
        if not devices or mount.container.pointer in served:
            continue
        near = bool(near_names(mount.path, (_SHM,), cutoff=0.8)) and mount.path.count("/") < 3
        meant = _MEANT.search(volume.name) and any((a.devices or 0) > 1 for a in devices)
        if not (near or meant):
            continue
        yield problem(
            mount.place,
            related=[(volume.place, "the memory volume")],
            confidence="high" if near else "medium",
            volume=volume.name,
            path=mount.path,
        )
