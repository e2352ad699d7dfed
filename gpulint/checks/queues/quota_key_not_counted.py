"""Keys of a ResourceQuota that look like a GPU cap and count nothing."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources


@check(each=quota.ResourceQuota)
def quota_key_not_counted(rule: quota.ResourceQuota, context: Context) -> Iterator[Problem]:
    """Look for `limits.` or no prefix before an extended resource, and for misspelt prefixes.

    HAMi's own webhook reads `limits.` keys, so where its names are in use they are left alone.
    """
    if context.cluster.index(quota.HamiUse).found:
        return
    for key, hard in rule.hard.items():
        name = _extended(key)
        right = f"{quota.REQUESTS}{name}"
        if name and right != key and right not in rule.hard:
            yield problem(hard.place, part="key", key=key, right=right, value=hard.value)
        elif not name and key.startswith(quota.REQUESTS):
            name = key.removeprefix(quota.REQUESTS)
            near = resources.near_resources(name) if "/" in name else ()
            if near and f"{quota.REQUESTS}{near[0]}" not in rule.hard:
                right = f"{quota.REQUESTS}{near[0]}"
                yield problem(hard.place, part="key", key=key, right=right, value=hard.value)


def _extended(key: str) -> str:
    """The extended resource that a key means; empty for other keys."""
    for prefix in (quota.REQUESTS, quota.LIMITS, "request.", "limit."):
        if key.startswith(prefix) and resources.accelerator(key[len(prefix) :]):
            return key[len(prefix) :]
    return key if resources.accelerator(key) else ""
