"""Inside a container CUDA counts the allocated GPUs from 0, whatever their numbers on the node."""

from collections.abc import Iterator

from gpulint.authoring import Container, Context, PodTemplate, Problem, check, problem, visibility


@check(each=PodTemplate, words=("CUDA_VISIBLE_DEVICES",))
def cuda_devices_in_range(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find indexes in CUDA_VISIBLE_DEVICES that the container's own GPU count does not reach."""
    for container in pod.all_containers:
        yield from _problems(container)


def _problems(container: Container) -> Iterator[Problem]:
    found = visibility.wish(container, visibility.CUDA_VISIBLE)
    amount = container.resources.accelerators().get("nvidia.com/gpu")
    if found is None or found.indexes is None or amount is None or not amount.devices:
        return
    if max(found.indexes) >= amount.devices:
        yield problem(
            found.place,
            related=[(amount.place, "the GPUs that it gets")],
            value=found.value,
            devices=amount.devices,
            last=amount.devices - 1,
            first=min(each for each in found.indexes if each >= amount.devices),
        )
