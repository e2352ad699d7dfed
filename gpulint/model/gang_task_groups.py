"""YuniKorn's task groups: a JSON list in a pod annotation."""

from collections.abc import Mapping
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import is_placeholder
from gpulint.model.resource import integer, mapping, text

TASK_GROUPS = "yunikorn.apache.org/task-groups"
TASK_GROUP_NAME = "yunikorn.apache.org/task-group-name"


class TaskGroup(NamedTuple):
    """One entry of the list.

    reference: the name that is unique in the namespace, application and group. minimum: None when it
    is no whole number. resources: minResource as written.
    """

    name: str
    reference: str
    minimum: int | None
    resources: Mapping[str, object]
    place: Place


def task_groups(pod: PodTemplate) -> tuple[TaskGroup, ...]:
    """The task groups that a pod template lists; none when the text is no list of objects."""
    found = read_task_groups(pod)
    app = application(pod)
    place = pod.at_metadata("annotations", TASK_GROUPS)
    return tuple(
        TaskGroup(
            text(each.get("name")),
            f"{app}/{text(each.get('name'))}",
            integer(each.get("minMember")),
            mapping(each.get("minResource")),
            place,
        )
        for each in map(mapping, found or ())
    )


def read_task_groups(pod: PodTemplate) -> list[object] | None:
    """The list behind the annotation; empty when absent or a placeholder, None when no JSON list."""
    value = text(pod.annotations.get(TASK_GROUPS))
    if not value.strip() or is_placeholder(value):
        return []
    import json  # costs start-up time

    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None


def application(pod: PodTemplate) -> str:
    """The application that the pod belongs to; empty when no label says."""
    labels = pod.labels
    keys = ("yunikorn.apache.org/app-id", "applicationId", "spark-app-selector")
    return next((text(labels[key]) for key in keys if text(labels.get(key))), "")
