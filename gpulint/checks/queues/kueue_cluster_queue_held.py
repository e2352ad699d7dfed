"""Queues that are told to admit nothing."""

from collections.abc import Iterator

from gpulint.authoring import Context, Kueue, Problem, check, problem, queues, text

_STOPS = ("Hold", "HoldAndDrain")


@check(each=queues.QueueReference)
def kueue_cluster_queue_held(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Look for a stopPolicy in the LocalQueue or ClusterQueue that a workload goes through."""
    if reference.system != queues.KUEUE:
        return
    index = context.cluster.index(Kueue)
    local = index.local_queue(reference.name, reference.resource)
    queue = None if local is None else index.cluster_queue(local)
    for each in (local, queue):
        policy = "" if each is None else text(each.resource.spec.get("stopPolicy"))
        if each is not None and policy in _STOPS:
            yield problem(
                reference.place,
                related=[(each.resource.at("spec", "stopPolicy"), "it is held here")],
                queue=each.resource.label,
                policy=policy,
            )
            return
