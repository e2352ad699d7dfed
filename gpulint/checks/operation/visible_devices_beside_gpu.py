"""NVIDIA_VISIBLE_DEVICES set by hand overrides what the device plugin allocated."""

from collections.abc import Iterator

from gpulint.authoring import (
    Container,
    Context,
    PodTemplate,
    Problem,
    check,
    is_agent,
    problem,
    visibility,
)

# A container with all the GPUs of the usual largest node loses nothing by asking for all.
_WHOLE_NODE = 8


@check(each=PodTemplate, words=("NVIDIA_VISIBLE_DEVICES",))
def visible_devices_beside_gpu(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find containers that ask for NVIDIA GPUs and name devices in the variable all the same."""
    if is_agent(pod):
        return
    for container in pod.all_containers:
        found, devices = visibility.wish(container), _devices(container)
        if found is None or not found.takes_devices or not devices:
            continue
        if found.value == "all" and devices >= _WHOLE_NODE:
            continue
        yield problem(found.place, value=found.value, devices=devices)


def _devices(container: Container) -> int:
    """Whole NVIDIA devices that the container asks for; 0 when none or not known."""
    found = container.resources.accelerators()
    return sum(a.devices or 0 for name, a in found.items() if name.startswith("nvidia.com/"))
