"""Restarts of one rank while the others wait in a collective."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, VolcanoJob, check, mapping, problem, sequence

_PARTIAL = ("RestartPod", "RestartTask")
_LOSSES = ("PodFailed", "PodEvicted", "TaskFailed", "*")
_COLLECTIVE = ("pytorch", "mpi")


@check(each=VolcanoJob)
def restart_leaves_survivors(job: VolcanoJob, context: Context) -> Iterator[Problem]:
    """Find policies that restart a part of a Job whose plugin makes one world of its pods."""
    plugin = next((name for name in _COLLECTIVE if name in job.plugins), None)
    if plugin is None:
        return
    for policies, place in job.policy_lists:
        for index, policy in enumerate(map(mapping, policies)):
            events = [policy.get("event"), *sequence(policy.get("events"))]
            lost = next((event for event in events if event in _LOSSES), None)
            action = policy.get("action")
            if lost is not None and action in _PARTIAL:
                yield problem(
                    place.child(index, "action"),
                    related=[
                        (job.at("plugins", plugin)._replace(part="key"), "one world of ranks")
                    ],
                    action=str(action),
                    event=str(lost),
                    plugin=plugin,
                )
