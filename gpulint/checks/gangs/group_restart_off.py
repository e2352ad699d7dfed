"""A LeaderWorkerSet of several pods that restarts them one by one."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, integer, problem


@check(each=Resource, words=("LeaderWorkerSet",))
def group_restart_off(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find restartPolicy None where a group has several pods."""
    if (resource.group, resource.kind) != ("leaderworkerset.x-k8s.io", "LeaderWorkerSet"):
        return
    policy = resource.field("spec", "leaderWorkerTemplate", "restartPolicy")
    size = integer(resource.get("spec", "leaderWorkerTemplate", "size"))
    if policy.value == "None" and size is not None and size > 1:
        place = resource.at("spec", "leaderWorkerTemplate", "size")
        yield problem(policy.place, related=[(place, f"{size} pods in a group")], size=size)
