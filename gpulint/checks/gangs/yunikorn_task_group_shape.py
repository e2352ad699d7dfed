"""Members and resources of YuniKorn's task groups."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    Quantity,
    check,
    gang_task_groups,
    parse_quantity,
    problem,
    text,
)


@check(each=PodTemplate, words=("yunikorn",))
def yunikorn_task_group_shape(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find groups without members, without minResource, or with other GPUs than the pod asks for.

    Placeholders take the place of the pods, so minResource has to equal what one pod requests.
    """
    own = text(pod.annotations.get(gang_task_groups.TASK_GROUP_NAME))
    for group in gang_task_groups.task_groups(pod):
        wrong = ""
        if group.minimum is not None and group.minimum < 1:
            wrong = f"has minMember {group.minimum}, and at least 1 is needed"
        elif not group.resources:
            wrong = "has no minResource, so YuniKorn drops the whole gang"
        elif group.name == own:
            wrong = _gpus(group.resources, pod.accelerators)
        if wrong:
            yield problem(group.place, group=group.name or "without a name", wrong=wrong)


def _gpus(resources: Mapping[str, object], wanted: Mapping[str, Quantity]) -> str:
    """What is wrong with the GPUs of a placeholder; empty when it holds those of the pod."""
    for name, amount in wanted.items():
        if name not in resources:
            return f"leaves {name} out of minResource, so its placeholders hold no GPU for the pods"
        held = parse_quantity(resources[name])
        if held is not None and held != amount:
            return f"holds {held.text} of {name} for each pod, and the pod asks for {amount.text}"
    return ""
