"""Partial admission of a Job."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    check,
    integer,
    is_placeholder,
    problem,
    whole_number,
)

_KEY = "kueue.x-k8s.io/job-min-parallelism"


@check(each=Resource, words=("kueue.x-k8s.io",))
def kueue_min_parallelism(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare the least parallelism with the full one: it must lie between 1 and one below."""
    value = resource.annotations.get(_KEY)
    if (resource.group, resource.kind) != ("batch", "Job") or value is None:
        return
    place = resource.at("metadata", "annotations", _KEY)
    if is_placeholder(value):
        context.cannot_check(place)
        return
    stated = resource.spec.get("parallelism")
    parallelism = 1 if stated is None else integer(stated)
    least = whole_number(str(value).strip()) or 0
    if parallelism is not None and not 0 < least < parallelism:
        yield problem(place, value=value, parallelism=parallelism)
