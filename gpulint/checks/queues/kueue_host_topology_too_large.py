"""Pods that must all lie on one node, against what a node can hold."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gangs,
    Node,
    Problem,
    check,
    problem,
    queue_fit,
    queue_need,
    queues,
    resources,
)

_KEY = "kueue.x-k8s.io/podset-required-topology"
_HOST = "kubernetes.io/hostname"
# No node that is sold has more whole GPUs.
_MOST = 16


@check(each=queues.QueueReference)
def kueue_host_topology_too_large(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Compare the GPUs of a pod set with the largest node of the facts, else with any that is sold."""
    if reference.system != queues.KUEUE:
        return
    members = context.manifests.index(Gangs).members_of(reference.resource)
    for member, count in queue_fit.admitted_together(reference, members):
        if member.pod.annotations.get(_KEY) != _HOST:
            continue
        for name, need in queue_need.needs([(member, count)]).items():
            accelerator = resources.accelerator(name)
            if accelerator is None or accelerator.kind != "gpu" or not need.known:
                continue
            most = _largest(context, name)
            if need.total.nano > most * 10**9:
                yield problem(
                    member.pod.at_metadata("annotations", _KEY),
                    related=[(need.place, "the pods that must share a node"), *need.related],
                    need=need.text,
                    resource=name,
                    most=most,
                )
                break


def _largest(context: Context, name: str) -> int:
    """Devices of the largest node, where all nodes are known."""
    if not context.knows_nodes:
        return _MOST
    offered = (node.allocatable.get(name) for node in context.cluster.of(Node))
    return max((amount.whole or 0 for amount in offered if amount is not None), default=0) or _MOST
