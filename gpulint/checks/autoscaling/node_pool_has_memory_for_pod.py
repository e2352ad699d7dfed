"""The machines of a node pool must have the cpu and memory of one pod, beside its devices."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, machine_room, pools, problem


@check(each=PodTemplate, words=("karpenter.sh",))
def node_pool_has_memory_for_pod(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare cpu and memory with the largest machine that has the devices.

    Silent when a pool's machines are not all known, or when nothing ties the pod to the pools.
    """
    if not pod.accelerators or pools.has_room_today(pod, context):
        return
    choice = context.cluster.index(pools.Pools).choose(pod)
    open_pools = [p for p in choice.pools if pools.barrier(pod, p) is None]
    if not choice.link or any(pool.machines is None for pool in open_pools):
        return
    found = machine_room.lack(pod, [m for pool in open_pools for m in pool.machines or ()])
    if found is not None:
        related = [
            (pool.machine_place, f"node pool {pool.name} may start these machines")
            for pool in open_pools
        ]
        yield problem(
            found.place,
            related=related,
            confidence="medium" if found.exact else choice.confidence,
            resource=found.resource,
            need=found.need,
            most=found.most,
            machine=found.machine,
        )
