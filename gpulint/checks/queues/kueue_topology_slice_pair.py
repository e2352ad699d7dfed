"""Slices of a topology request: which level, and how many pods."""

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

_LEVEL = "kueue.x-k8s.io/podset-slice-required-topology"
_SIZE = "kueue.x-k8s.io/podset-slice-size"


@check(each=PodTemplate, words=("kueue.x-k8s.io",))
def kueue_topology_slice_pair(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Look for one of the pair without the other, and for a size that is no positive number."""
    level, size = _LEVEL in pod.annotations, pod.annotations.get(_SIZE)
    if level is (size is not None):
        if size is None or is_placeholder(size):
            return
        if not whole_number(str(size).strip()):
            place = pod.at_metadata("annotations", _SIZE)
            yield problem(place, wrong=f"{_SIZE} is {size}", right="a whole number from 1 up")
        return
    has, lacks = (_LEVEL, _SIZE) if level else (_SIZE, _LEVEL)
    yield problem(
        pod.at_metadata("annotations", has),
        part="key",
        wrong=f"{has} stands alone",
        right=f"{lacks} beside it",
    )
