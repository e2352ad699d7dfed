"""The actions of Volcano's scheduler against the priorities that jobs are given."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, priorities, problem, text, volcano

_SPLIT = re.compile(r"[,\s]+")


@check(each=volcano.SchedulerConfiguration)
def volcano_preempt_action_off(
    configuration: volcano.SchedulerConfiguration, context: Context
) -> Iterator[Problem]:
    """Look for a job whose class may preempt others while the scheduler has no preempt action."""
    place = configuration.actions_place
    actions = _SPLIT.split(configuration.actions.strip())
    if place is None or "preempt" in actions or "allocate" not in actions:
        return
    index = context.cluster.index(priorities.PriorityClasses)
    for reference in context.manifests.of(priorities.PriorityReference):
        resource = reference.resource
        if resource.group not in volcano.WORKLOAD_GROUPS or reference.kind != priorities.CLASS:
            continue
        found = index.of(reference.name, resource)
        if found is None or found.declared is None or found.policy != priorities.PREEMPTS:
            continue
        if not index.lower_than(found.value):
            continue
        yield problem(
            place,
            related=[(reference.place, f"{resource.label} relies on preemption")],
            actions=text(configuration.actions),
            name=reference.name,
            owner=resource.label,
        )
        return
