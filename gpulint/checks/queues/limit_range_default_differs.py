"""The two defaults of a LimitRange for one extended resource."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, quota, resources


@check(each=quota.LimitItem)
def limit_range_default_differs(item: quota.LimitItem, context: Context) -> Iterator[Problem]:
    """Compare defaultRequest with default, which `max` fills in where it is absent."""
    if item.type != "Container":
        return
    for name in item.amounts("defaultRequest"):
        if resources.accelerator(name) is None:
            continue
        source = "default" if name in item.amounts("default") else "max"
        limit, request = item.quantity(source, name), item.quantity("defaultRequest", name)
        if limit is not None and request is not None and limit != request:
            yield problem(
                item.at("defaultRequest", name),
                related=[(item.at(source, name), "the default limit comes from here")],
                resource=name,
                request=request,
                limit=limit,
                source=source,
            )
