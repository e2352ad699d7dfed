"""More virtual GPUs than a node has cards."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    fleet,
    gpu_groups,
    problem,
    virtual_gpus,
)

_COUNT = "nvidia.com/gpu.count"
_VOLCANO = "volcano.sh/vgpu-number"
_CORES = "volcano.sh/vgpu-cores"


@check(each=PodTemplate)
def virtual_cards_fit_node(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare nvidia.com/gpu beside HAMi's limits with the cards that the nodes are labelled with.

    HAMi puts each virtual GPU of a container on a card of its own, however many a node lists. So does
    Volcano with vgpu-number, whose nodes list 100 cores a card.
    """
    if _VOLCANO in pod.accelerators and context.knows_nodes:
        yield from _volcano(pod, context)
    sharing = {id(container) for container, _ in virtual_gpus.hami_amounts(pod)}
    for container in pod.all_containers:
        amount = container.resources.accelerators().get(gpu_groups.GPU)
        count = None if amount is None else amount.devices
        if amount is None or count is None or id(container) not in sharing:
            continue
        groups = gpu_groups.gpu_groups(pod, context)
        labels = [group.node.labels.get(_COUNT, "") for group in groups]
        if labels and all(text.isdigit() for text in labels) and count > max(map(int, labels)):
            yield problem(amount.place, count=count, cards=max(map(int, labels)))


def _volcano(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    nodes = context.cluster.index(fleet.fleet)
    offered = [group.node for group in fleet.judge(pod, nodes).open]
    cores = [node.allocatable[_CORES] for node in offered if _CORES in node.allocatable]
    listing = [node for node in offered if _VOLCANO in node.allocatable]
    if nodes.grows or not cores or len(cores) < len(listing):
        return
    cards = max(amount.whole or 0 for amount in cores) // 100
    for container in pod.all_containers:
        amount = container.resources.accelerators().get(_VOLCANO)
        if amount is not None and (amount.devices or 0) > cards > 0:
            yield problem(amount.place, count=amount.devices, cards=cards)
