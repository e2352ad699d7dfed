"""What a pod demands of nodes beside its node pool must be possible on nodes of that pool."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, pools, problem


@check(each=PodTemplate, words=("karpenter.sh",))
def node_pool_can_have_labels(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find demands that no chosen pool meets: labels it does not define, values it does not allow.

    Karpenter knows its own labels and the provider's; what discovery writes later (nvidia.com/gpu.product)
    it takes as absent while it decides whether to start a node.
    """
    if not pod.accelerators or pools.has_room_today(pod, context):
        return
    choice = context.cluster.index(pools.Pools).choose(pod)
    faults = [pools.conflict(pod, pool) for pool in choice.pools]
    if choice.selector is None or not faults or None in faults:
        return
    fault = faults[0]
    if fault is None or fault.key == choice.selector.key:
        return
    yield problem(
        fault.key_place,
        related=[(choice.selector.key_place, "the pool is chosen here")],
        confidence=choice.confidence,
        pool=choice.pools[0].name,
        key=fault.key,
        values=fault.values or (fault.operator,),
    )
