"""Numbers of a LeaderWorkerSet that do not go together."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, integer, mapping, problem

_ANNOTATION = "leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology"
_NONE = (0, "0", "0%")


@check(each=Resource, words=("LeaderWorkerSet",))
def leader_worker_set_refused(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find subgroups into which a group cannot be split, and updates that can never start."""
    wanted = ("leaderworkerset.x-k8s.io", "LeaderWorkerSet")
    if (resource.group, resource.kind) != wanted or resource.fragment:
        return
    yield from _subgroups(resource)
    path = ("spec", "rolloutStrategy", "rollingUpdateConfiguration")
    update = mapping(resource.get(*path))
    if update.get("maxUnavailable") in _NONE and update.get("maxSurge", 0) in _NONE:
        wrong = "maxUnavailable and maxSurge are both 0"
        yield problem(resource.at(*path, "maxUnavailable"), wrong=wrong)


def _subgroups(resource: Resource) -> Iterator[Problem]:
    template = mapping(resource.spec.get("leaderWorkerTemplate"))
    size = integer(template.get("size", 1))
    policy = template.get("subGroupPolicy")
    if policy is None and _ANNOTATION in resource.annotations:
        place = resource.at("metadata", "annotations", _ANNOTATION)
        yield problem(place, part="key", wrong="the annotation needs a subGroupPolicy")
    part = integer(mapping(policy).get("subGroupSize"))
    if size is None or part is None:
        return
    place = resource.at("spec", "leaderWorkerTemplate", "subGroupPolicy", "subGroupSize")
    without_leader = mapping(policy).get("subGroupPolicyType") == "LeaderExcluded"
    if not 1 <= part <= size:
        yield problem(place, wrong=f"subGroupSize {part} is not between 1 and size {size}")
    elif (size - 1) % part and (without_leader or size % part):
        whole = f"{size - 1}" if without_leader else f"{size} nor {size - 1}"
        denial = "does not divide" if without_leader else "divides neither"
        yield problem(place, wrong=f"subGroupSize {part} {denial} {whole}")
