"""More virtual GPUs than a node has cards."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    gpu_groups,
    problem,
    virtual_gpus,
)

_COUNT = "nvidia.com/gpu.count"


@check(each=PodTemplate)
def virtual_cards_fit_node(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare nvidia.com/gpu beside HAMi's limits with the cards that the nodes are labelled with.

    HAMi puts each virtual GPU of a container on a card of its own, however many a node lists.
    """
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
