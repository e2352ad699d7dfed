"""Pods that select AKS's spot nodes must tolerate the taint that AKS keeps on them."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem

_KEY = "kubernetes.azure.com/scalesetpriority"
_QUEUE = "kueue.x-k8s.io/queue-name"


@check(each=PodTemplate, words=(_KEY,))
def spot_pool_is_tolerated(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods with devices that can go to spot nodes alone and do not tolerate them.

    Silent with facts about nodes, which tell the taints themselves, and where a Kueue flavor may bring
    the toleration.
    """
    if not pod.accelerators or context.knows_nodes or pod.resource.fragment:
        return
    if pod.allowed(_KEY) != ("spot",) or _QUEUE in {**pod.resource.labels, **pod.labels}:
        return
    if any(
        each.key == _KEY or each.tolerates(_KEY, "spot", "NoSchedule") for each in pod.tolerations
    ):
        return  # of a wrong value another rule speaks
    place = next(r.places[0] for r in pod.requirements if r.key == _KEY and r.places)
    yield problem(
        pod.at("tolerations") if pod.tolerations else pod.at(),
        part="key",
        related=[(place, "spot nodes are selected here")],
    )
