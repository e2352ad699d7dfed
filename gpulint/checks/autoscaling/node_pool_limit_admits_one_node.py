"""A node pool's limit must admit at least one of its machines."""

from collections.abc import Iterator

from gpulint.authoring import Context, NodePool, Problem, check, problem


@check(each=NodePool, words=("karpenter.sh/",))
def node_pool_limit_admits_one_node(pool: NodePool, context: Context) -> Iterator[Problem]:
    """Find device limits below what the smallest machine with such devices brings.

    A limit of 0 switches a pool off on purpose.
    """
    for name, limit in pool.limits.items():
        least = pool.least(name)
        if least is None or not limit.devices or limit.devices < 0 or limit.devices >= least:
            continue
        yield problem(
            limit.place,
            related=[(pool.machine_place, f"the smallest of these machines has {least}")],
            pool=pool.name,
            resource=name,
            limit=limit.devices,
            least=least,
        )
