"""Ray worker groups that are sent to GPU nodes and ask for no GPU."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    PodTemplate,
    Problem,
    RayGroup,
    check,
    labels,
    mapping,
    problem,
    resources,
)


@check(each=RayGroup)
def ray_group_without_gpus(group: RayGroup, context: Context) -> Iterator[Problem]:
    """Find worker groups whose pods select or tolerate GPU nodes, while Ray sees no GPU in them.

    Ray takes a group's GPUs from the limit of its first container, from num-gpus, or from resources.
    """
    pod = group.pod
    if group.head or pod is None or not pod.containers or pod.spec.get("resourceClaims"):
        return
    if "num-gpus" in group.start_parameters or mapping(group.value.get("resources")):
        return
    amounts = [name for c in pod.all_containers for _, a in c.resources.lines for name in [a.name]]
    if any(resources.accelerator(name) or resources.is_companion(name) for name in amounts):
        return
    signals = list(_signals(pod))
    if not signals and "gpu" not in group.name.lower():
        return
    first = pod.containers[0]
    place = first.resources.at("limits") if first.resources.limits else first.resources.at()
    yield problem(
        place,
        part="key",
        related=[*signals, (group.at("groupName"), "the group")],
        confidence="high" if len(signals) > 1 else "medium",
        group=group.name,
        because=signals[0][1] if signals else "its name speaks of GPUs",
    )


def _signals(pod: PodTemplate) -> Iterator[tuple[Place, str]]:
    for requirement in pod.requirements:
        fact = labels.label(requirement.key)
        positive = requirement.required and requirement.operator in ("In", "Exists", "Gt")
        if positive and fact is not None and fact.owner in ("gfd", "operator", "amd"):
            yield requirement.key_place, f"its pods select {requirement.key}"
    for toleration in pod.tolerations:
        if resources.accelerator(toleration.key) is not None:
            yield toleration.place, f"its pods tolerate the taint {toleration.key}"
