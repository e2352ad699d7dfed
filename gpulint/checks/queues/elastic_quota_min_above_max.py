"""min and max of an ElasticQuota."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    check,
    is_placeholder,
    mapping,
    parse_quantity,
    problem,
)

_GROUPS = ("scheduling.x-k8s.io", "scheduling.sigs.k8s.io")


@check(each=Resource, words=("ElasticQuota",))
def elastic_quota_min_above_max(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare the two for every resource that both name."""
    if resource.kind != "ElasticQuota" or resource.group not in _GROUPS:
        return
    highest = mapping(resource.spec.get("max"))
    for name, value in mapping(resource.spec.get("min")).items():
        other = highest.get(name)
        if other is None or is_placeholder(value) or is_placeholder(other):
            continue
        low, high = parse_quantity(value), parse_quantity(other)
        if low is not None and high is not None and low > high:
            yield problem(
                resource.at("spec", "min", name),
                related=[(resource.at("spec", "max", name), "the most")],
                resource=name,
                low=value,
                high=other,
            )
