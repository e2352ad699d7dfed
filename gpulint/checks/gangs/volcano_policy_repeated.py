"""Lifecycle policies of one list that answer to the same trigger."""

from collections.abc import Iterator

from gpulint.authoring import Context, Place, Problem, VolcanoJob, check, mapping, problem, sequence


@check(each=VolcanoJob)
def volcano_policy_repeated(job: VolcanoJob, context: Context) -> Iterator[Problem]:
    """Find an event or exit code that two policies of a list name, and `*` beside other events."""
    for policies, place in job.policy_lists:
        seen: dict[object, Place] = {}
        for index, policy in enumerate(map(mapping, policies)):
            for trigger, at in _triggers(policy, place.child(index)):
                if trigger in seen:
                    yield problem(
                        at, related=[(seen[trigger], "named here before")], trigger=str(trigger),
                        wrong="is the trigger of two policies",
                    )  # fmt: skip
                seen.setdefault(trigger, at)
        if "*" in seen and any(isinstance(each, str) and each != "*" for each in seen):
            yield problem(
                seen["*"], trigger="*", wrong="stands for every event, yet others have policies too"
            )


def _triggers(policy: object, place: Place) -> Iterator[tuple[object, Place]]:
    """Triggers of one policy; one that it repeats itself is taken as one."""
    value = mapping(policy)
    found: dict[object, Place] = {}
    for index, event in enumerate(sequence(value.get("events"))):
        if isinstance(event, str):
            found.setdefault(event, place.child("events", index))
    event = value.get("event")
    if isinstance(event, str) and event:
        found.setdefault(event, place.child("event"))
    code = value.get("exitCode")
    if not found and isinstance(code, int) and not isinstance(code, bool):
        found[code] = place.child("exitCode")
    yield from found.items()
