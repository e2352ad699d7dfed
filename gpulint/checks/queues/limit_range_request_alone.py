"""A request for GPUs that a LimitRange fills in without a limit."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources


@check(each=quota.LimitItem)
def limit_range_request_alone(item: quota.LimitItem, context: Context) -> Iterator[Problem]:
    """Look for `min` or `defaultRequest` on an accelerator where nothing gives a limit."""
    if item.type != "Container":
        return
    for key in ("defaultRequest", "min"):
        for name, value in item.amounts(key).items():
            amount = item.quantity(key, name)
            if resources.accelerator(name) is None or amount is None or amount.is_zero:
                continue
            if "limits" not in item.fills(name):
                yield problem(item.at(key, name), part="key", resource=name, field=key, value=value)
                break
