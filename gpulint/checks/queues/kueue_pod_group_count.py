"""The stated size of a group of plain pods."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    is_placeholder,
    problem,
    whole_number,
)

_COUNT = "kueue.x-k8s.io/pod-group-total-count"


@check(each=PodTemplate, words=("kueue.x-k8s.io",))
def kueue_pod_group_count(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Look for a size that is no positive whole number."""
    value = pod.annotations.get(_COUNT)
    place = pod.at_metadata("annotations", _COUNT)
    if is_placeholder(value):
        context.cannot_check(place)
        return
    if value is None or whole_number(str(value).strip()):
        return
    yield problem(place, value=value)
