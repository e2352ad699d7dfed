"""The words of lifecycle policies: events and actions that Volcano knows."""

import difflib
from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    Place,
    Problem,
    VolcanoJob,
    check,
    is_placeholder,
    mapping,
    problem,
    sequence,
)

_EVENTS = (
    "*", "PodFailed", "PodEvicted", "PodPending", "Unknown", "TaskCompleted", "TaskFailed",
    "JobUpdated",
)  # fmt: skip
_INTERNAL = ("OutOfSync", "CommandIssued", "PodRunning")
_ACTIONS = (
    "AbortJob", "RestartJob", "RestartTask", "RestartPod", "RestartPartition", "TerminateJob",
    "CompleteJob", "ResumeJob",
)  # fmt: skip


@check(each=VolcanoJob)
def volcano_policy_word(job: VolcanoJob, context: Context) -> Iterator[Problem]:
    """Compare each event and action with the words that users may write.

    Volcano does not look at the action beside an exitCode: there a wrong one does nothing.
    """
    for policies, place in job.policy_lists:
        for index, policy in enumerate(map(mapping, policies)):
            for word, at in _words(policy, place.child(index)):
                known = _ACTIONS if at.pointer[-1] == "action" else _EVENTS
                if word in known or is_placeholder(word):
                    continue
                dead = known is _ACTIONS and policy.get("exitCode") is not None
                internal = word in _INTERNAL and known is _EVENTS
                yield problem(
                    at,
                    part="value",
                    word=word,
                    what="an action" if known is _ACTIONS else "an event",
                    outcome="the policy does nothing" if dead else "Volcano refuses the Job",
                    because=" (Volcano keeps it to itself)" if internal else "",
                    known=", ".join(known),
                    near=tuple(difflib.get_close_matches(word, known, 1)),
                )


def _words(policy: Mapping[str, object], place: Place) -> Iterator[tuple[str, Place]]:
    for key in ("event", "action"):
        value = policy.get(key)
        if isinstance(value, str) and value:
            yield value, place.child(key)
    for index, value in enumerate(sequence(policy.get("events"))):
        if isinstance(value, str):
            yield value, place.child("events", index)
