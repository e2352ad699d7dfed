"""Devices cannot be asked for at the level of the pod."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, mapping, problem, resources


@check(each=PodTemplate)
def device_at_pod_level(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find extended resources in spec.resources, which knows cpu, memory and hugepages only."""
    if "resources" not in pod.spec or pod.spec_pointer in pod.beside:
        return  # the whole spec of some kinds is that of the one container
    seen: set[str] = set()
    for side in ("limits", "requests"):
        for name in mapping(pod.get("resources", side)):
            if resources.is_extended(name) and name not in seen:
                seen.add(name)
                yield problem(pod.at("resources", side, name), part="key", resource=name)
