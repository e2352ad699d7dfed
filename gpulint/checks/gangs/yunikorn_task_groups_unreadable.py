"""YuniKorn's task groups as text: a JSON list of objects."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, gang_task_groups, problem


@check(each=PodTemplate, words=("yunikorn",))
def yunikorn_task_groups_unreadable(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find a task-groups annotation that is no JSON list: YuniKorn drops the gang."""
    if gang_task_groups.read_task_groups(pod) is None:
        yield problem(pod.at_metadata("annotations", gang_task_groups.TASK_GROUPS))
