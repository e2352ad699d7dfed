"""GPUs that a LimitRange gives away on purpose."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources


@check(each=quota.LimitItem)
def limit_range_default_gpus(item: quota.LimitItem, context: Context) -> Iterator[Problem]:
    """Look for a default above zero: sidecars and init containers get it too."""
    if item.type != "Container":
        return
    for name, value in item.amounts("default").items():
        amount = item.quantity("default", name)
        if resources.accelerator(name) is None or amount is None or amount.is_zero:
            continue
        yield problem(item.at("default", name), resource=name, value=value)
