"""Sizes of volumes in memory or on disk that the API server cannot read."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    is_placeholder,
    mapping,
    parse_quantity,
    problem,
    quantity_meant,
    sequence,
)


@check(each=PodTemplate, words=("sizeLimit",))
def volume_size_is_quantity(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find a sizeLimit of an emptyDir that is no quantity, such as 16GB."""
    for index, volume in enumerate(map(mapping, sequence(pod.spec.get("volumes")))):
        value = mapping(volume.get("emptyDir")).get("sizeLimit")
        if not isinstance(value, str) or not value or is_placeholder(value):
            continue
        if parse_quantity(value) is not None:
            continue
        place = pod.at("volumes", index, "emptyDir", "sizeLimit")
        yield problem(
            place, volume=str(volume.get("name")), value=value, near=quantity_meant(value)
        )
