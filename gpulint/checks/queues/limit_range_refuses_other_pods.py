"""Rules of a LimitRange that every pod without GPUs breaks."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources


@check(each=quota.LimitItem)
def limit_range_refuses_other_pods(item: quota.LimitItem, context: Context) -> Iterator[Problem]:
    """Look for a bound on GPUs per pod and for a ratio: both demand that a value is stated."""
    keys = ("max", "min") if item.type == "Pod" else ()
    for key in (*keys, "maxLimitRequestRatio"):
        if item.type not in ("Pod", "Container"):
            continue
        for name in item.amounts(key):
            if resources.accelerator(name) is not None:
                yield problem(item.at(key, name), part="key", resource=name, field=key)
