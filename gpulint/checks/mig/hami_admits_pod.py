"""Pods that HAMi refuses, or never sees."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, mapping, problem, virtual_gpus


@check(each=PodTemplate, words=("gpumem", "gpucores"))
def hami_admits_pod(pod: PodTemplate, context: Context, *, fault: str) -> Iterator[Problem]:
    """Look at pods that ask for HAMi's own resources, whatever else they ask for.

    fault: privileged (a container is), node (nodeName is set) or scheduler (another one is named).
    """
    found = next(virtual_gpus.hami_amounts(pod), None)
    if found is None:
        return
    related = [(found[1].place._replace(part="key"), "the virtual GPU is asked for here")]
    if fault == "privileged":
        for container in pod.all_containers:
            if mapping(container.value.get("securityContext")).get("privileged") is True:
                place = container.at("securityContext", "privileged")
                yield problem(
                    place, related=related, owner=container.resources.owner, resource=found[1].name
                )
        return
    key = "nodeName" if fault == "node" else "schedulerName"
    value = pod.get(key)
    if fault == "node" and not value:
        return
    if fault == "scheduler" and value not in virtual_gpus.OTHER_SCHEDULERS:
        return
    yield problem(pod.at(key), related=related, value=value, resource=found[1].name)
