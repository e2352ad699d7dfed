"""A node pool's limits are keyed by the full name of a resource."""

from collections.abc import Iterator

from gpulint.authoring import Context, NodePool, Problem, check, problem, resources

_PREFIXES = ("requests.", "limits.")


@check(each=NodePool, words=("karpenter.sh/",))
def node_pool_limit_key(pool: NodePool, context: Context) -> Iterator[Problem]:
    """Find keys that seem to mean a device but are the name of none, so that they limit nothing."""
    for name, limit in pool.limits.items():
        bare = name
        for prefix in _PREFIXES:
            bare = bare.removeprefix(prefix)
        if bare == name and not resources.looks_like_accelerator(name):
            continue
        near = resources.near_resources(name) if bare == name else (bare,)
        if near:
            yield problem(limit.place, part="key", pool=pool.name, key=name, near=near)
