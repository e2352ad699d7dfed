"""A Volcano Job's minimum against the sum of its tasks' minimums."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gang, Gangs, Problem, check, problem


@check(each=Gang)
def job_minimum_below_task_minimums(gang: Gang, context: Context) -> Iterator[Problem]:
    """Find a Job whose minimum is smaller than what its tasks ask for together.

    Volcano looks at task minimums only while the Job's own minimum is at least their sum. A task that
    states none counts with all its replicas, as the webhook fills it in; at least one must be written.
    """
    minimum = gang.minimum
    if gang.system != "volcano" or gang.carrier != "object" or not gang.roles or minimum is None:
        return
    members = context.manifests.index(Gangs).members(gang).each
    written = {role.choices: role for role in gang.roles if role.count is not None}
    counts = [
        written[m.choices].count if m.choices in written else m.count
        for m in members
        if m.choices  # only tasks have minimums
    ]
    known = [count for count in counts if count is not None]
    if not known or len(known) != len(counts) or minimum <= 0 or minimum >= sum(known):
        return
    yield problem(
        gang.place,
        related=[(role.place, f"asks for {role.count}") for role in written.values()],
        minimum=minimum,
        total=sum(known),
        sum=" + ".join(map(str, known)) + f" = {sum(known)}",
    )
