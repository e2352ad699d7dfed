"""What lies in a memory volume counts against the memory limit of the container that writes it."""

from collections.abc import Iterator

from gpulint.authoring import (
    Amount,
    Context,
    PodTemplate,
    Problem,
    check,
    problem,
    queue_need,
    volumes,
)

_MEMORY = "memory"


@check(each=PodTemplate, words=("emptyDir",))
def shm_above_memory_limit(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find memory volumes larger than the limit of each container that mounts them.

    Silent for a container without a limit and where the pod itself states resources.
    """
    if not pod.accelerators or pod.spec.get("resources") is not None:
        return
    for volume in volumes.empty_dirs(pod):
        if volume.medium != "Memory" or volume.size is None or not volume.mounts:
            continue
        blocks = [mount.container.resources for mount in volume.mounts]
        limits = [
            block.amount("limits", _MEMORY) for block in blocks if _MEMORY in block.stated("limits")
        ]
        known = [each for each in limits if each.quantity is not None]
        largest = max(known, key=_size, default=None)
        if largest is None or len(known) < len(blocks) or _size(largest) >= volume.size.nano:
            continue
        yield problem(
            volume.place.child("sizeLimit"),
            related=[(largest.place, "the limit that is reached first")],
            volume=volume.name,
            size=queue_need.shown("memory", volume.size),
            limit=str(largest.value),
        )


def _size(amount: Amount) -> int:
    return 0 if amount.quantity is None else amount.quantity.nano
