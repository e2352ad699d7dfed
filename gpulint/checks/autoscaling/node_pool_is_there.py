"""A pod that selects a node pool by label needs one that gives the label."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    Requirement,
    check,
    is_placeholder,
    near_names,
    pools,
    problem,
)

_POOL_LABEL = "karpenter.sh/nodepool"


@check(each=PodTemplate, words=("karpenter.sh",))
def node_pool_is_there(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find demands for a pool's label whose value no pool gives.

    For karpenter.sh/nodepool the names of the run's pools count; another label may be given by nodes
    that no pool makes, so only a near value speaks.
    """
    if not pod.accelerators:
        return
    index = context.cluster.index(pools.Pools)
    for each in pod.requirements:
        allowed = pod.allowed(each.key)
        if not each.required or each.operator != "In" or allowed is None or not each.values:
            continue
        if each.key not in index.keys or any(map(is_placeholder, allowed)):
            continue
        given = tuple(dict.fromkeys(p.labels[each.key] for p in index.all if each.key in p.labels))
        if not set(allowed) & set(given):
            yield from _problem(each, allowed[0], given, context)


def _problem(
    each: Requirement, value: str, given: tuple[str, ...], context: Context
) -> Iterator[Problem]:
    near = near_names(value, given)
    confidence = "high" if near else "medium"
    if each.key == _POOL_LABEL:
        absent = context.absence("karpenter.sh", "NodePool", value)
        if absent is None:
            return
        near, confidence = absent.near, absent.confidence
    elif not near:
        return
    yield problem(
        each.places[0],
        confidence=confidence,
        key=each.key,
        value=value,
        near=near,
        given=given,
    )
