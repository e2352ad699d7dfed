"""Names that device plugins gave up."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    ResourceRequirements,
    UnusualRequirements,
    check,
    problem,
    resources,
)


@check(each=UnusualRequirements)
def device_name_is_current(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Find resource names that no current device plugin offers."""
    for name, amount in block.named.items():
        successor = resources.retired(name)
        if successor is None or (amount.quantity is not None and amount.quantity.is_zero):
            continue
        cure = f"today it is {successor}" if successor else "remove it, as there is no successor"
        yield problem(amount.place, part="key", owner=block.owner, resource=name, cure=cure)
