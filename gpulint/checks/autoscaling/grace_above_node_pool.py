"""A pod's time to end must fit into the time that its node pool leaves a node."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    duration_seconds,
    integer,
    pools,
    problem,
    text,
)


@check(each=PodTemplate, words=("NodePool",))
def grace_above_node_pool(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare terminationGracePeriodSeconds with terminationGracePeriod of the pools that may be meant."""
    grace = integer(pod.spec.get("terminationGracePeriodSeconds"))
    if grace is None or not pod.accelerators:
        return
    known = context.cluster.index(pools.Pools)
    if not known.all:
        return
    choice = known.choose(pod)
    if not choice.link or not choice.pools:
        return
    for pool in choice.pools:
        given = text(pool.resource.get(*pool.base, "terminationGracePeriod"))
        seconds = duration_seconds(given)
        if seconds is None or grace <= seconds:
            return
    pool = choice.pools[0]
    given = text(pool.resource.get(*pool.base, "terminationGracePeriod"))
    at = pool.resource.at(*pool.base, "terminationGracePeriod")
    yield problem(
        pod.at("terminationGracePeriodSeconds"),
        related=[(at, "the pool's bound")],
        confidence=choice.confidence,
        grace=grace,
        pool=pool.name,
        given=given,
    )
