"""The size of a Kueue pod group against the pods that name it."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gang, Gangs, Problem, check, problem


@check(each=Gang)
def kueue_pod_group_count(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare the total count with the members; speak once per group, at its first pod.

    Too few keep the group gated. Kueue deletes the surplus when there are too many.
    """
    if gang.carrier != "pods" or gang.system != "kueue" or gang.minimum is None:
        return
    joined = context.manifests.index(Gangs).joined(gang)
    members = context.manifests.index(Gangs).members(gang)
    total = members.total
    if total is None or total == gang.minimum or not joined:
        return
    if joined[0].member.resource is not gang.resource:
        return
    alone = len(joined) == 1 and joined[0].member.resource.kind == "Pod"
    if alone and total < gang.minimum and not context.complete:
        return  # one pod of several that other files may hold
    yield problem(
        gang.place,
        related=members.related,
        group=gang.name,
        count=gang.minimum,
        pods=members.words,
        total=total,
        outcome="the group stays gated" if total < gang.minimum else "Kueue deletes the surplus",
    )
