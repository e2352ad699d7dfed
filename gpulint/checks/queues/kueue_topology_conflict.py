"""The annotations that ask Kueue for a topology."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem

_PREFIX = "kueue.x-k8s.io/podset-"
_KEYS = tuple(f"{_PREFIX}{word}-topology" for word in ("required", "preferred", "unconstrained"))


@check(each=PodTemplate, words=("kueue.x-k8s.io",))
def kueue_topology_conflict(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Look for more than one of the three requests on one pod template."""
    stated = [key for key in _KEYS if key in pod.annotations]
    if len(stated) > 1:
        yield problem(
            pod.at_metadata("annotations", stated[1]),
            part="key",
            related=[(pod.at_metadata("annotations", stated[0]), "the first request")],
            first=stated[0],
            second=stated[1],
        )
