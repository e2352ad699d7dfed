"""Names that device plugins gave up."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, ResourceRequirements, check, problem, resources


@check(each=ResourceRequirements)
def device_name_is_current(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Find resource names that no current device plugin offers."""
    seen: set[str] = set()
    for _, amount in block.amounts():
        successor = resources.retired(amount.name)
        if successor is None or amount.name in seen:
            continue
        if amount.quantity is not None and amount.quantity.is_zero:
            continue
        seen.add(amount.name)
        cure = f"today it is {successor}" if successor else "remove it, as there is no successor"
        yield problem(amount.place, part="key", owner=block.owner, resource=amount.name, cure=cure)
