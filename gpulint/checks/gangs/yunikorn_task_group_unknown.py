"""The task group that a pod names against the task groups that it lists."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    gang_task_groups,
    is_placeholder,
    problem,
    text,
)


@check(each=PodTemplate, words=("yunikorn",))
def yunikorn_task_group_unknown(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare task-group-name with the names in task-groups of the same pod.

    Silent where the pod lists none: another pod of the application may bring the list.
    """
    name = text(pod.annotations.get(gang_task_groups.TASK_GROUP_NAME))
    groups = gang_task_groups.task_groups(pod)
    known = [group.name for group in groups if group.name]
    if not name or not known or name in known or is_placeholder(name):
        return
    place = pod.at_metadata("annotations", gang_task_groups.TASK_GROUP_NAME)
    yield problem(
        place,
        related=[(groups[0].place, "the groups are listed here")],
        group=name,
        known=", ".join(known),
        near=tuple(difflib.get_close_matches(name, known, 1)),
    )
