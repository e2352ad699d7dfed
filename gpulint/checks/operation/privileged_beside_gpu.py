"""A privileged container sees every GPU of its node, whatever it asked for."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_agent, problem

_WHOLE_NODE = 8


@check(each=PodTemplate, words=("privileged",))
def privileged_beside_gpu(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find privileged containers that ask for fewer GPUs than the usual large node has."""
    if is_agent(pod):
        return
    for container in pod.containers:
        place = container.at("securityContext", "privileged")
        found = container.value.get("securityContext")
        if not isinstance(found, dict) or found.get("privileged") is not True:
            continue
        for name, amount in container.resources.accelerators().items():
            if name == "nvidia.com/gpu" and 0 < (amount.devices or 0) < _WHOLE_NODE:
                yield problem(place, devices=amount.devices, owner=container.resources.owner)
