"""The kubelet knows the media Memory and HugePages, in this spelling."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    is_placeholder,
    problem,
    volumes,
)


@check(each=PodTemplate, words=("emptyDir",))
def volume_medium_is_known(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find emptyDir media that the API server takes and the kubelet refuses, in pods with GPUs."""
    for volume in volumes.empty_dirs(pod) if pod.accelerators else ():
        if volume.medium in ("", "Memory") or volume.medium.startswith("HugePages"):
            continue
        place = volume.place.child("medium")
        if is_placeholder(volume.medium):
            context.cannot_check(place)
        else:
            near = ("Memory",) if volume.medium.lower().startswith("mem") else ()
            yield problem(place, medium=volume.medium, volume=volume.name, near=near)
