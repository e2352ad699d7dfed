"""NVIDIA_VISIBLE_DEVICES gives a container GPUs that nobody has counted."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    is_agent,
    problem,
    visibility,
)


@check(each=PodTemplate, words=("NVIDIA_VISIBLE_DEVICES",))
def visible_devices_without_gpu(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find the variable set to devices in pods that ask for none.

    Silent for node agents, for pods with resource claims and where an annotation asks for a share.
    """
    if pod.accelerators or pod.resource.fragment or is_agent(pod):
        return
    if visibility.may_ask_otherwise(pod):
        return
    for container in pod.all_containers:
        found = visibility.wish(container)
        if found is not None and found.takes_devices:
            yield problem(found.place, value=found.value, owner=container.resources.owner)
