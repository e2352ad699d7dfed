"""Amounts of devices in a ResourceQuota."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources


@check(each=quota.ResourceQuota)
def quota_fraction(rule: quota.ResourceQuota, context: Context) -> Iterator[Problem]:
    """Look for a number of devices that is no whole number."""
    for key, hard in rule.hard.items():
        accelerator = resources.accelerator(key.removeprefix(quota.REQUESTS))
        if accelerator is None or not accelerator.countable or hard.quantity is None:
            continue
        if hard.quantity.whole is None:
            down = hard.quantity.milli // 1000
            yield problem(hard.place, key=key, value=hard.value, down=down)
