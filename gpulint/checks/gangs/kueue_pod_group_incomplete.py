"""The two keys of a Kueue pod group, which only work together."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_placeholder, problem

_NAME = "kueue.x-k8s.io/pod-group-name"
_COUNT = "kueue.x-k8s.io/pod-group-total-count"


@check(each=PodTemplate)
def kueue_pod_group_incomplete(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods with one of the two keys, and a count that is no positive number."""
    name, count = pod.labels.get(_NAME), pod.annotations.get(_COUNT)
    label, annotation = pod.at_metadata("labels", _NAME), pod.at_metadata("annotations", _COUNT)
    if _COUNT in pod.labels or _NAME in pod.annotations:
        return  # the carrier is wrong: another rule says so
    if isinstance(name, str) and count is None:
        wrong = f"label {_NAME} stands without annotation {_COUNT}"
        yield problem(label, part="key", wrong=wrong, write="the number of pods of the group there")
    elif count is not None and name is None:
        wrong = f"annotation {_COUNT} stands without label {_NAME}"
        yield problem(annotation, part="key", wrong=wrong, write="the name of the group there")
    elif isinstance(count, str) and not is_placeholder(count) and not _is_size(count):
        wrong = f"{count or 'an empty text'} is no number of pods"
        yield problem(annotation, wrong=wrong, write="a number of at least 1")


def _is_size(count: str) -> bool:
    return count.isdecimal() and int(count[:9]) > 0
