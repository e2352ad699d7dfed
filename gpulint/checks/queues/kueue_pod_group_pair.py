"""The label and the annotation that make a group of plain pods."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem

_NAME = "kueue.x-k8s.io/pod-group-name"
_COUNT = "kueue.x-k8s.io/pod-group-total-count"


@check(each=PodTemplate, words=("kueue.x-k8s.io",))
def kueue_pod_group_pair(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Look for one of the pair without the other, or on the wrong side."""
    name, count = _NAME in pod.labels, _COUNT in pod.annotations
    if name is count or pod.resource.fragment:
        return
    has, lacks = ("labels", _NAME), f"annotation {_COUNT}"
    if count:
        has, lacks = ("annotations", _COUNT), f"label {_NAME}"
    yield problem(pod.at_metadata(*has), part="key", has=f"{has[0][:-1]} {has[1]}", lacks=lacks)
