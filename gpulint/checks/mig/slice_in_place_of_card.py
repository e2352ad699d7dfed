"""Slices that go by the name of whole cards."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, gpu_groups, problem, products

_PRODUCT = "nvidia.com/gpu.product"


@check(each=PodTemplate)
def slice_in_place_of_card(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find counts above 1 of nvidia.com/gpu where every node has the single MIG strategy."""
    for container in pod.all_containers:
        amount = container.resources.accelerators().get(gpu_groups.GPU)
        count = None if amount is None else amount.devices
        if amount is None or count is None or count < 2:
            continue
        groups = gpu_groups.offering(gpu_groups.gpu_groups(pod, context), gpu_groups.GPU)
        profiles = [products.parse_label(g.node.labels.get(_PRODUCT, "")).mig for g in groups]
        if not profiles or None in profiles:
            continue
        place = groups[0].node.resource.at("metadata", "labels", _PRODUCT)
        yield problem(
            amount.place,
            related=[(place, f"the label of node {groups[0].node.name} names the slice")],
            count=count,
            profile=profiles[0],
        )
