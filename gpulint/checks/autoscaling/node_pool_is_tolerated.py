"""A GPU pod must tolerate the taints of the node pools that could start nodes for it."""

from collections.abc import Iterator

from gpulint.authoring import Context, NodePool, PodTemplate, Problem, Taint, check, pools, problem

_QUEUE = "kueue.x-k8s.io/queue-name"


@check(each=PodTemplate, words=("karpenter.sh",))
def node_pool_is_tolerated(pod: PodTemplate, context: Context, *, near: bool) -> Iterator[Problem]:
    """Find pods that every fitting pool of the run repels.

    near: speak where a toleration names the taint's key but differs in value or effect; else where
    the pod selects the pool by a label. A Kueue flavor may bring tolerations: then it is silent.
    """
    found = _repelling(pod, context)
    if found is None or _QUEUE in {**pod.resource.labels, **pod.labels}:
        return
    pool, taint, choice = found
    close = [each for each in pod.tolerations if each.key == taint.key]
    related = [(taint.place, "the taint")]
    if close and near:
        part = "value" if close[0].effect in ("", taint.effect) else "effect"
        yield problem(
            close[0].place.child(part),
            related=related,
            confidence=choice.confidence,
            pool=pool.name,
            taint=taint.words,
            which=part,
            has=getattr(close[0], part),
            wanted=getattr(taint, part),
        )
    elif not close and not near and choice.selector is not None:
        at = pod.at("tolerations") if pod.tolerations else choice.selector.key_place
        yield problem(
            at,
            part="key",
            related=related,
            confidence=choice.confidence,
            pool=pool.name,
            taint=taint.words,
        )


def _repelling(pod: PodTemplate, context: Context) -> tuple[NodePool, Taint, pools.Choice] | None:
    """A pool with the wanted devices, and its taint, when all pools that may fit repel the pod."""
    if not pod.accelerators or pools.has_room_today(pod, context):
        return None
    choice = context.cluster.index(pools.Pools).choose(pod)
    fitting = [p for p in choice.pools if all(p.offers(n) is not False for n in pod.accelerators)]
    taints = [pools.barrier(pod, pool) for pool in fitting]
    if not taints or None in taints:
        return None
    for pool, taint in zip(fitting, taints, strict=True):
        if taint is not None and all(pool.offers(name) for name in pod.accelerators):
            return pool, taint, choice
    return None
