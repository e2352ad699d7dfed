"""Names of the tasks of a Volcano Job."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, Place, Problem, VolcanoJob, check, is_placeholder, problem

_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\Z")


@check(each=VolcanoJob)
def volcano_task_name(job: VolcanoJob, context: Context) -> Iterator[Problem]:
    """Find names that two tasks share and names that are no DNS label."""
    seen: dict[str, Place] = {}
    for task in job.tasks:
        name, at = task.name, task.at("name")
        if is_placeholder(name):
            context.cannot_check(at)
        elif name in seen:
            yield problem(
                at, related=[(seen[name], "the first of them")], task=name, wrong="names two tasks"
            )
        elif name and not _LABEL.match(name):
            yield problem(at, task=name, wrong="is no DNS label (lower case, digits and dashes)")
        if name:
            seen.setdefault(name, at)
