"""Amounts in quotas and queues that the API server cannot read."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    Problem,
    Resource,
    check,
    is_placeholder,
    kueue,
    mapping,
    parse_quantity,
    problem,
    quantity_meant,
    sequence,
)

_LIMITS = ("max", "min", "default", "defaultRequest", "maxLimitRequestRatio")
# Maps from resources to amounts, by group and kind.
_MAPS = {
    ("", "ResourceQuota"): (("spec", "hard"),),
    ("scheduling.volcano.sh", "Queue"): (
        ("spec", "capability"),
        ("spec", "deserved"),
        ("spec", "guarantee", "resource"),
    ),
    ("scheduling.volcano.sh", "PodGroup"): (("spec", "minResources"),),
    ("scheduling.x-k8s.io", "PodGroup"): (("spec", "minResources"),),
    ("scheduling.x-k8s.io", "ElasticQuota"): (("spec", "min"), ("spec", "max")),
}
_QUOTAS = ("nominalQuota", "borrowingLimit", "lendingLimit")
_KINDS = ("ResourceQuota", "LimitRange", "Queue", "Cohort", "PodGroup", "ElasticQuota")


@check(each=Resource, words=_KINDS)
def quota_amount_is_quantity(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find texts that are no quantity, such as 512GB or `8 GPUs`."""
    for name, value, place in _amounts(resource):
        if not isinstance(value, str) or not value or is_placeholder(value):
            continue
        if parse_quantity(value) is None:
            yield problem(place, resource=name, value=value, near=quantity_meant(value))


def _amounts(resource: Resource) -> Iterator[tuple[str, object, Place]]:
    kind = (resource.group, resource.kind)
    for path in _MAPS.get(kind, ()):
        yield from _of(resource, path)
    if kind == ("", "LimitRange"):
        for index, _ in enumerate(sequence(resource.spec.get("limits"))):
            for field in _LIMITS:
                yield from _of(resource, ("spec", "limits", index, field))
    for holder in kueue.QuotaHolder.from_resource(resource):
        for quota in holder.quotas:
            entry = mapping(resource.get(*quota.place.pointer[len(resource.pointer) :]))
            for field in _QUOTAS:
                yield quota.resource, entry.get(field), quota.place.child(field)


def _of(resource: Resource, path: tuple[str | int, ...]) -> Iterator[tuple[str, object, Place]]:
    for name, value in mapping(resource.get(*path)).items():
        yield name, value, resource.at(*path, name)
