"""An agent that watches GPUs on every node must not take any for itself."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, text

_WATCHER = re.compile(r"exporter|dcgm|monitor|telemetry|metrics|node-?problem|(?:\b|-)smi(?:\b|-)")


@check(each=PodTemplate, words=("DaemonSet",))
def agent_takes_gpus(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find DaemonSets that watch, by their name or image, and ask for devices."""
    if pod.resource.kind != "DaemonSet" or pod.resource.fragment:
        return
    for container in pod.containers:
        image = text(container.value.get("image")).rpartition("/")[2]
        names = (pod.resource.name, container.name, image)
        if not any(_WATCHER.search(name.lower()) for name in names):
            continue
        for name, amount in container.resources.accelerators().items():
            if amount.devices:
                yield problem(amount.place, part="key", resource=name, devices=amount.devices)
