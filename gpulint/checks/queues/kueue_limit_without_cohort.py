"""Borrowing and lending, which need a cohort to borrow from and to lend to."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, kueue, problem

_LIMITS = ("borrowingLimit", "lendingLimit")


@check(each=kueue.QuotaHolder)
def kueue_limit_without_cohort(holder: kueue.QuotaHolder, context: Context) -> Iterator[Problem]:
    """Look for limits on a queue or cohort that names no cohort around it."""
    if holder.cohort_stated or holder.resource.fragment:
        return
    for quota in holder.quotas:
        for limit in _LIMITS:
            if limit in quota.stated:
                yield problem(
                    quota.place.child(limit),
                    part="key",
                    limit=limit,
                    owner=holder.resource.label,
                    field=holder.cohort_field,
                )
