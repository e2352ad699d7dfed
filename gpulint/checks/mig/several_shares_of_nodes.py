"""More than one share of shared cards, as the nodes' labels tell of them."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, gpu_groups, problem


@check(each=PodTemplate)
def several_shares_of_nodes(
    pod: PodTemplate, context: Context, *, strategy: str
) -> Iterator[Problem]:
    """Find counts above 1 where every node that offers the resource shares it.

    strategy: mps (refused on the node) or time-slicing (granted, maybe of one card).
    """
    for container in pod.all_containers:
        for name, amount in container.resources.accelerators().items():
            count = amount.devices
            if not name.startswith("nvidia.com/") or count is None or count < 2:
                continue
            groups = gpu_groups.offering(gpu_groups.gpu_groups(pod, context), name)
            ways = {gpu_groups.sharing_strategy(group.node, name) for group in groups}
            if ways == {strategy}:
                node = groups[0].node
                label = f"{name.removesuffix('.shared')}.sharing-strategy"
                place = node.resource.at("metadata", "labels", label)
                yield problem(
                    amount.place,
                    related=[(place, f"node {node.name} shares its cards")],
                    resource=name,
                    count=count,
                )
