"""Keys of a ResourceQuota for GPUs that the API server does not take."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota

_WORDS = frozenset({"gpu", "gpus"})


@check(each=quota.ResourceQuota)
def quota_key_refused(rule: quota.ResourceQuota, context: Context) -> Iterator[Problem]:
    """Look for GPU names without a domain."""
    for key, hard in rule.hard.items():
        if key.lower().removeprefix(quota.REQUESTS).removeprefix(quota.LIMITS) in _WORDS:
            yield problem(hard.place, part="key", key=key)
