"""GPU device files taken from the node by hand are counted by nobody."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_agent, problem, volumes

_DEVICE = re.compile(r"/dev/(nvidia(\d+|ctl|-uvm|-uvm-tools|-modeset|-caps)?|dri|kfd)\Z")


@check(each=PodTemplate, words=("hostPath",))
def host_device_mounted(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find hostPath volumes of GPU device files in pods that are no node agents."""
    devices = [v for v in volumes.host_paths(pod) if v.mounts and _DEVICE.match(v.path)]
    if devices and not is_agent(pod) and not pod.resource.fragment:
        for volume in devices:
            yield problem(volume.place, path=volume.path, volume=volume.name)
