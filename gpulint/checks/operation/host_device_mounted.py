"""GPU device files taken from the node by hand are counted by nobody."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_agent, problem, volumes

_DEVICE = re.compile(r"/dev/(nvidia(\d+|ctl|-uvm|-uvm-tools|-modeset|-caps)?|dri|kfd)\Z")


@check(each=PodTemplate, words=("/dev/",))
def host_device_mounted(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find hostPath volumes of GPU device files in pods that are no node agents."""
    if is_agent(pod) or pod.resource.fragment:
        return
    for volume in volumes.host_paths(pod):
        if volume.mounts and _DEVICE.match(volume.path):
            yield problem(volume.place, path=volume.path, volume=volume.name)
