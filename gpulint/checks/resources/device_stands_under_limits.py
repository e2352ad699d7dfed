"""Device names belong under limits or requests, not beside them."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, resources


@check(each=PodTemplate)
def device_stands_under_limits(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find accelerators written straight under resources, or straight under the container."""
    for container in pod.all_containers:
        for parent, block in (("resources", container.resources.value), ("", container.value)):
            for name, value in block.items():
                if "/" in name and _is_device(name):
                    place = container.at(*((parent, name) if parent else (name,)))
                    where = parent or "the container"
                    yield problem(place, part="key", resource=name, value=value, where=where)


def _is_device(name: str) -> bool:
    return resources.accelerator(name) is not None or resources.looks_like_accelerator(name)
