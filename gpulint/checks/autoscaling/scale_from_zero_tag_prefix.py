"""Only tags with the autoscaler's own prefix tell it about the nodes of an empty group."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, scaling


@check(each=scaling.ScalingGroup)
def scale_from_zero_tag_prefix(group: scaling.ScalingGroup, context: Context) -> Iterator[Problem]:
    """Find bare labels and resource names among the tags of a GPU group that may shrink to zero.

    A name without a slash may serve the bill, and managed groups tell their labels by themselves.
    """
    if not (group.has_gpus and group.starts_empty and group.is_autoscaled) or group.managed:
        return
    if group.value.get("propagateASGTags") is True:
        return
    for key in group.tags:
        if "/" not in key or key.startswith(scaling.PREFIX):
            continue
        if key not in group.labels and not scaling.is_node_key(key):
            continue
        kind = "resources" if scaling.is_device(key) and key not in group.labels else "label"
        wanted = f"{scaling.TEMPLATE}{kind}/{key}"
        if wanted not in group.tags:
            yield problem(group.tag_place(key), key=key, wanted=wanted, group=group.name)
