"""The limit of a node pool must let in all the pods that it alone can take."""

from collections.abc import Iterator

from gpulint.authoring import Context, NodePool, Problem, check, pool_demand, problem


@check(each=NodePool, words=("karpenter.sh/",))
def node_pool_limit_suffices(pool: NodePool, context: Context) -> Iterator[Problem]:
    """Compare each device limit with the sum over the pods of the run that are bound to the pool."""
    for name, limit in pool.limits.items():
        if limit.unknown:
            context.cannot_check(limit.place)
            continue
        if "/" not in name or limit.devices is None:
            continue
        wanted = pool_demand.demand(pool, name, context)
        if wanted is not None and wanted.devices > limit.devices:
            yield problem(
                limit.place,
                related=wanted.related(name),
                confidence=wanted.confidence,
                pool=pool.name,
                resource=name,
                limit=limit.devices,
                need=wanted.devices,
            )
