"""A volume at /dev/shm should be memory, as programs take it to be."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, volumes


@check(each=PodTemplate, words=("/dev/shm",))
def shm_on_disk(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find emptyDir volumes without a medium that a container with GPUs mounts at /dev/shm."""
    for volume in volumes.empty_dirs(pod) if pod.accelerators else ():
        if volume.medium:
            continue
        for mount in volume.mounts:
            if mount.path == "/dev/shm" and mount.container.resources.accelerators():
                yield problem(volume.place, part="key", volume=volume.name)
                break
