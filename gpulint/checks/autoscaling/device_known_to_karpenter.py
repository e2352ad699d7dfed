"""Karpenter starts nodes only for devices that it knows its machines to have."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    NodePool,
    PodTemplate,
    Problem,
    check,
    pools,
    problem,
    queue_need,
    text,
)

_AWS = ("karpenter.k8s.aws", "eks.amazonaws.com")
_KNOWN = (
    "nvidia.com/gpu",
    "amd.com/gpu",
    "aws.amazon.com/neuron",
    "aws.amazon.com/neuroncore",
    "habana.ai/gaudi",
)


@check(each=PodTemplate, words=("karpenter.sh",))
def device_known_to_karpenter(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods that select a pool on AWS and ask for other devices: MIG slices, shared GPUs.

    A NodeOverlay of the run may add such capacity; nodes that stand already may offer it.
    """
    unknown = [name for name in pod.accelerators if name not in _KNOWN]
    if not unknown or context.cluster.by_kind("karpenter.sh", "NodeOverlay"):
        return
    choice = context.cluster.index(pools.Pools).choose(pod)
    if choice.selector is None or not choice.pools or not all(map(_on_aws, choice.pools)):
        return
    if pools.has_room_today(pod, context):
        return
    for name in unknown:
        yield problem(
            queue_need.amount_place(pod, name),
            part="key",
            confidence=choice.confidence,
            related=[(choice.selector.key_place, "the pool is chosen here")],
            resource=name,
            pool=choice.pools[0].name,
        )


def _on_aws(pool: NodePool) -> bool:
    return text(pool.resource.get(*pool.base, "nodeClassRef", "group")) in _AWS
