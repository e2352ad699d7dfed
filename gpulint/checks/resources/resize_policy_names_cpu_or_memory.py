"""Resize policies name cpu or memory; devices are never resized."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    is_placeholder,
    mapping,
    problem,
    resources,
    sequence,
    text,
)


@check(each=PodTemplate, words=("resizePolicy",))
def resize_policy_names_cpu_or_memory(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find entries of resizePolicy for devices: the API server knows two names there."""
    for container in pod.all_containers:
        entries = sequence(container.value.get("resizePolicy"))
        for index, entry in enumerate(map(mapping, entries)):
            name = text(entry.get("resourceName"))
            if is_placeholder(name) or resources.accelerator(name) is None:
                continue
            yield problem(container.at("resizePolicy", index, "resourceName"), resource=name)
