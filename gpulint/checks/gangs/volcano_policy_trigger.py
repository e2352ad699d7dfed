"""What sets off a lifecycle policy of a Volcano Job: events or an exit code, never both."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, VolcanoJob, check, mapping, problem


@check(each=VolcanoJob)
def volcano_policy_trigger(job: VolcanoJob, context: Context) -> Iterator[Problem]:
    """Find policies with two kinds of trigger, with none, or with exit code 0."""
    for policies, place in job.policy_lists:
        for index, policy in enumerate(map(mapping, policies)):
            event = policy.get("event") or policy.get("events")
            code = policy.get("exitCode")
            at = place.child(index)
            if event and code is not None:
                yield problem(
                    at.child("exitCode"), part="key", wrong="names an event and an exitCode"
                )
            elif not event and code is None and policy:
                yield problem(at, wrong="names neither an event nor an exitCode")
            elif code == 0 and code is not False:
                yield problem(at.child("exitCode"), wrong="waits for exitCode 0, which is success")
