"""What a LimitRange gives to containers that ask for no GPU."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources


@check(each=quota.LimitItem)
def limit_range_fills_gpus(item: quota.LimitItem, context: Context) -> Iterator[Problem]:
    """Look for a `max` on an accelerator without a `default`: the API server makes it the default."""
    if item.type != "Container":
        return
    for name, value in item.amounts("max").items():
        amount = item.quantity("max", name)
        if resources.accelerator(name) is None or amount is None or amount.is_zero:
            continue
        if name not in item.amounts("default"):
            yield problem(item.at("max", name), part="key", resource=name, value=value)
