"""Ranks under a gang scheduler whose group holds one pod."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gangs,
    Problem,
    Resource,
    check,
    problem,
    references,
    world_signal,
)

_SIZES = {
    "volcano": "scheduling.volcano.sh/group-min-member",
    "kai-scheduler": "kai.scheduler/batch-min-member",
}
_KINDS = {"volcano": ("Deployment", "StatefulSet", "ReplicaSet", "Job"), "kai-scheduler": ("Job",)}


@check(each=Resource, words=("volcano", "kai-scheduler"))
def scheduler_without_gang(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find plain controllers of several ranks that state no size: the scheduler takes 1 for it."""
    if resource.group not in ("apps", "batch") or resource.fragment:
        return
    for member in context.manifests.index(Gangs).members_of(resource):
        key = _SIZES.get(member.scheduler)
        if key is None or resource.kind not in _KINDS[member.scheduler]:
            continue
        count, pod = member.count, member.pod
        grouped = key in resource.annotations or any(references(pod))
        if grouped or count is None or count < 2 or not pod.accelerators:
            continue
        signal = world_signal(pod)
        if signal is not None:
            yield problem(
                pod.at("schedulerName"),
                related=[(signal[1], f"{signal[0]} makes one world of the pods"), *(
                    (line, f"{count} pods") for line in member.lines)],
                scheduler=member.scheduler,
                key=key,
                pods=count,
                evidence=signal[0],
            )  # fmt: skip
