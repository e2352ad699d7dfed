"""NVIDIA_DRIVER_CAPABILITIES must list capabilities that the container toolkit knows."""

from collections.abc import Iterator

from gpulint.authoring import (
    Container,
    Context,
    PodTemplate,
    Problem,
    check,
    near_names,
    problem,
    visibility,
)

_KNOWN = visibility.DRIVER_CAPABILITIES


@check(each=PodTemplate, words=("NVIDIA_DRIVER_CAPABILITIES",))
def driver_capability_is_known(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find words of the list that the runtime refuses to start a container with."""
    for container in pod.all_containers:
        yield from _problems(container)


def _problems(container: Container) -> Iterator[Problem]:
    found = visibility.wish(container, "NVIDIA_DRIVER_CAPABILITIES")
    if found is None:
        return
    for word in found.value.split(","):
        if word and word not in _KNOWN:
            near = near_names(word, _KNOWN)
            yield problem(found.place, word=word, known=_KNOWN, near=near)
