"""Devices that the nodes offer under another name: cut into slices, or renamed by sharing."""

from collections.abc import Iterator

from gpulint.authoring import (
    Amount,
    Context,
    PodTemplate,
    Problem,
    check,
    gpu_groups,
    is_served_by_claims,
    problem,
    slices,
)


@check(each=PodTemplate)
def offered_under_name(pod: PodTemplate, context: Context, *, instead: str) -> Iterator[Problem]:
    """Compare NVIDIA names with what the nodes that the pod may use offer.

    instead: slices (whole cards asked for, all are cut), shared (the plain name asked for, sharing
    renamed it) or plain (the shared name asked for, sharing renames nothing).
    """
    named = [a for a in _amounts(pod) if not is_served_by_claims(a.name, context)]
    groups = gpu_groups.gpu_groups(pod, context) if named else ()
    for amount in named:
        if not groups or gpu_groups.offering(groups, amount.name):
            continue
        plain = amount.name.removesuffix(slices.SHARED)
        other = plain if amount.name != plain else plain + slices.SHARED
        found = gpu_groups.offering(groups, other)
        kind = "plain" if other == plain else "shared"
        if not found and amount.name == gpu_groups.GPU:
            found, kind = gpu_groups.sliced(groups), "slices"
        if not found or kind != instead:
            continue
        node = found[0].node
        yield problem(
            amount.place,
            part="key",
            related=[(node.resource.at("metadata", "name"), "a node that the pod may use")],
            resource=amount.name,
            node=node.name,
            offers=tuple(found[0].accelerators),
            other=other,
        )


def _amounts(pod: PodTemplate) -> Iterator[Amount]:
    for container in pod.all_containers:
        for name, amount in container.resources.accelerators().items():
            if name.startswith("nvidia.com/") and not name.endswith(("mem", "cores", "percentage")):
                yield amount
