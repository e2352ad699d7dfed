"""What a queue lends against what it has."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, kueue, problem, queue_need


@check(each=kueue.QuotaHolder)
def kueue_lending_above_nominal(holder: kueue.QuotaHolder, context: Context) -> Iterator[Problem]:
    """Compare lendingLimit with nominalQuota; only a ClusterQueue is bound so."""
    if holder.resource.kind != "ClusterQueue":
        return
    for quota in holder.quotas:
        if quota.lending is None or quota.nominal is None or quota.lending <= quota.nominal:
            continue
        yield problem(
            quota.place.child("lendingLimit"),
            related=[(quota.place.child("nominalQuota"), "all that the queue has")],
            resource=quota.resource,
            lending=queue_need.shown(quota.resource, quota.lending),
            nominal=queue_need.shown(quota.resource, quota.nominal),
        )
