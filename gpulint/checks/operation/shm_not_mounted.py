"""A memory volume helps only the containers that mount it."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, volumes

_MEANT = re.compile(volumes.SHM_NAME)
# KServe merges its pods with a template of its own, which brings the mount.
_MERGED = "serving.kserve.io"


@check(each=PodTemplate, words=("shm", "shared"))
def shm_not_mounted(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find memory volumes named for shared memory that no container with several GPUs mounts."""
    meant = [
        each
        for each in volumes.empty_dirs(pod)
        if each.medium == "Memory" and _MEANT.search(each.name)
        if len({id(m.container) for m in each.mounts if not m.container.init}) < len(pod.containers)
    ]
    if not meant or pod.spec.get("hostIPC") is True or pod.resource.fragment:
        return
    if pod.resource.group == _MERGED:
        return
    holders = [
        container
        for container in pod.containers
        if any((a.devices or 0) > 1 for a in container.resources.accelerators().values())
    ]
    for volume in meant if holders else ():
        mounted = {mount.container.pointer for mount in volume.mounts}
        if not any(each.pointer in mounted for each in holders) and not _has_shm(pod):
            owner = holders[0].resources.owner
            yield problem(volume.place, part="key", volume=volume.name, owner=owner)


def _has_shm(pod: PodTemplate) -> bool:
    paths = (m.get("mountPath") for c in pod.containers for m in c.mounts)
    return any(volumes.normal(str(path)) == "/dev/shm" for path in paths)
