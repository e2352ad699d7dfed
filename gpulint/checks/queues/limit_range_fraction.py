"""Amounts of devices in a LimitRange."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources

_KEYS = ("max", "min", "default", "defaultRequest")


@check(each=quota.LimitItem)
def limit_range_fraction(item: quota.LimitItem, context: Context) -> Iterator[Problem]:
    """Look for a number of devices that is no whole number: it ends up in containers."""
    if item.type != "Container":
        return
    for key in _KEYS:
        for name, value in item.amounts(key).items():
            amount = item.quantity(key, name)
            if amount is None or amount.whole is not None or not resources.is_extended(name):
                continue
            if resources.accelerator(name) is not None:
                yield problem(item.at(key, name), resource=name, field=key, value=value)
