"""Two settings of preemption that exclude each other."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, kueue, mapping, problem, text


@check(each=kueue.QuotaHolder)
def kueue_preemption_pair(holder: kueue.QuotaHolder, context: Context) -> Iterator[Problem]:
    """Look for borrowing with preemption in a queue that never reclaims, Never being the default."""
    preemption = mapping(holder.resource.spec.get("preemption"))
    policy = text(mapping(preemption.get("borrowWithinCohort")).get("policy"))
    reclaim = preemption.get("reclaimWithinCohort", "Never")
    if policy not in ("", "Never") and reclaim == "Never":
        place = holder.resource.at("spec", "preemption")
        related = []
        if "reclaimWithinCohort" in preemption:
            related = [(place.child("reclaimWithinCohort"), "it excludes this")]
        yield problem(place.child("borrowWithinCohort", "policy"), related=related, policy=policy)
