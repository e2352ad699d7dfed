"""Dependencies between the tasks of a Volcano Job."""

import difflib
from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    Problem,
    VolcanoJob,
    VolcanoTask,
    check,
    is_placeholder,
    problem,
)


@check(each=VolcanoJob)
def volcano_depends_on(job: VolcanoJob, context: Context) -> Iterator[Problem]:
    """Find dependencies on a task that the Job does not have, and circles."""
    tasks = {task.name: task for task in job.tasks if task.name}
    known = set(tasks) | {f"default{i}" for i, t in enumerate(job.tasks) if not t.name}
    for task in job.tasks:
        for index, name in enumerate(task.depends_on):
            at = task.at("dependsOn", "name", index)
            if not name or is_placeholder(name):
                continue
            if name not in known:
                yield problem(
                    at, task=task.name, on=name, wrong="which is no task of this Job",
                    near=tuple(difflib.get_close_matches(name, known, 1)),
                )  # fmt: skip
            elif task.name and _leads_back(task, name, tasks):
                yield problem(
                    at, task=task.name, on=name, wrong="which waits for it in turn", near=()
                )


def _leads_back(task: VolcanoTask, start: str, tasks: Mapping[str, VolcanoTask]) -> bool:
    """Whether one comes back to the task along dependencies, from the one that it names."""
    waiting, seen = [start], set()
    while waiting:
        name = waiting.pop()
        if name == task.name:
            return True
        if name not in seen and name in tasks:
            seen.add(name)
            waiting += tasks[name].depends_on
    return False
