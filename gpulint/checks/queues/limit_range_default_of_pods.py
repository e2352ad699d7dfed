"""Defaults of a LimitRange belong to containers: whole pods have none."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources

_DEFAULTS = ("default", "defaultRequest")


@check(each=quota.LimitItem)
def limit_range_default_of_pods(item: quota.LimitItem, context: Context) -> Iterator[Problem]:
    """Find defaults of devices in an entry for pods, which the API server does not take."""
    if item.type != "Pod":
        return
    for field in _DEFAULTS:
        for name in item.amounts(field):
            if resources.accelerator(name) is not None:
                yield problem(item.at(field), part="key", field=field, resource=name)
                break
