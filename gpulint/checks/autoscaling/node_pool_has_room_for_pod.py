"""The machines of a node pool must have as many GPUs as one pod of its takes."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, pools, problem, queue_need


@check(each=PodTemplate, words=("karpenter.sh",))
def node_pool_has_room_for_pod(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare the devices of one pod with the largest machine that its pools may start.

    All devices of a pod must be on one node. Silent when a pool's machines are not all known, or
    when nothing but the devices ties the pod to the pools of the run.
    """
    if not pod.accelerators or pools.has_room_today(pod, context):
        return
    choice = context.cluster.index(pools.Pools).choose(pod)
    open_pools = [p for p in choice.pools if pools.barrier(pod, p) is None]
    if not choice.link or not open_pools:
        return
    for name, amount in pod.accelerators.items():
        sizes = [pool.most(name) for pool in open_pools]
        known = [size for size in sizes if size is not None]
        if len(known) < len(sizes) or amount.whole is None or amount.whole <= max(known):
            continue
        pool = open_pools[known.index(max(known))]
        machines = tuple(each.name for each in pool.machines or ())
        related = [(pool.machine_place, f"node pool {pool.name} may start these machines")]
        yield problem(
            queue_need.amount_place(pod, name),
            related=related,
            confidence=choice.confidence,
            resource=name,
            need=amount.whole,
            pool=pool.name,
            most=max(known),
            machines=machines[:3],
        )
