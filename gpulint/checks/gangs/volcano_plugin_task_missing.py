"""Tasks that a framework plugin of a Volcano Job looks for by name."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import Context, Problem, VolcanoJob, check, is_placeholder, problem

_ROLES = {
    "mpi": (("master", "master"), ("worker", "worker")),
    "pytorch": (("master", "master"),),
}
_OUTCOMES = {
    "mpi": "Volcano refuses the Job",
    "pytorch": "no pod gets MASTER_ADDR, WORLD_SIZE and RANK",
}


@check(each=VolcanoJob)
def volcano_plugin_task_missing(job: VolcanoJob, context: Context) -> Iterator[Problem]:
    """Compare the master and worker names of mpi and pytorch with the tasks that the Job has."""
    names = [task.name or f"default{index}" for index, task in enumerate(job.tasks)]
    if not names or any(is_placeholder(name) for name in names):
        return
    for plugin, roles in _ROLES.items():
        if plugin not in job.plugins:
            continue
        for role, default in roles:
            wanted = job.argument(plugin, role, default)
            if wanted in names or is_placeholder(wanted) or "$" in wanted:
                continue
            yield problem(
                job.at("plugins", plugin),
                part="key",
                plugin=plugin,
                role=role,
                wanted=wanted,
                tasks=", ".join(names),
                outcome=_OUTCOMES[plugin],
                near=tuple(difflib.get_close_matches(wanted, names, 1)),
            )
