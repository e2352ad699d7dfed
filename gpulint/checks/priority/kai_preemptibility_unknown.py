"""KAI's label that says whether a workload may be preempted."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, is_placeholder, near_names, problem

_KEY = "kai.scheduler/preemptibility"
_VALUES = ("preemptible", "non-preemptible")


@check(each=Resource, words=("kai.scheduler/preemptibility",))
def kai_preemptibility_unknown(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for a value that KAI does not know."""
    value = resource.labels.get(_KEY)
    place = resource.at("metadata", "labels", _KEY)
    if is_placeholder(value):
        context.cannot_check(place)
    elif value is not None and value not in _VALUES:
        yield problem(place, value=value, values=_VALUES, near=near_names(str(value), _VALUES))
