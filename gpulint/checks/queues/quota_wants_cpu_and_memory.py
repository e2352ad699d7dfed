"""What a quota on cpu and memory forces every container of its namespace to state."""

from collections.abc import Iterator

from gpulint.authoring import (
    Container,
    Context,
    PodTemplate,
    Problem,
    check,
    mapping,
    problem,
    quota,
)

_NAMES = ("cpu", "memory")


@check(each=PodTemplate, words=("ResourceQuota",))
def quota_wants_cpu_and_memory(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare the keys of quotas with what each container states or a LimitRange fills in.

    Values for the whole pod (spec.resources) count too. A quota with scopes may not apply.
    """
    if not pod.accelerators:
        return
    index = context.cluster.index(quota.NamespaceRules)
    demands = {
        side_name: hard
        for rule in index.quotas(pod.resource)
        if not rule.scoped
        for side_name, hard in rule.compulsory.items()
    }
    if not demands:
        return
    filled = {
        (side, name)
        for item in index.limits(pod.resource)
        for name in _NAMES
        for side in item.fills(name)
    }
    whole = mapping(pod.spec.get("resources"))
    known = context.complete or bool(context.facts.by_kind("", "LimitRange"))
    for container in pod.all_containers:
        missing = [
            key for key in demands if key not in filled and not _states(container, whole, *key)
        ]
        if missing:
            yield problem(
                container.at("resources"),
                part="key",
                related=[(demands[key].place, "the quota counts this") for key in missing],
                confidence="high" if known else "medium",
                container=container.name,
                missing=tuple(f"{side}.{name}" for side, name in missing),
                quota=demands[missing[0]].owner,
            )


def _states(container: Container, whole: object, side: str, name: str) -> bool:
    """Whether a value is stated; a request is taken from the limit when it is left out."""
    block, sides = container.resources, ("limits",) if side == "limits" else ("limits", "requests")
    own = {"limits": block.limits, "requests": block.requests}
    return any(name in own[each] or name in mapping(mapping(whole).get(each)) for each in sides)
