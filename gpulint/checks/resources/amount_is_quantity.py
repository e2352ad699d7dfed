"""Amounts of cpu and memory that the API server cannot read."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, UnusualRequirements, check, problem, quantity_meant
from gpulint.authoring import ResourceRequirements as Block

_NATIVE = ("cpu", "memory", "ephemeral-storage")


@check(each=UnusualRequirements)
def amount_is_quantity(block: Block, context: Context) -> Iterator[Problem]:
    """Find texts that are no quantity, such as 64GB; devices have rules of their own."""
    for _, amount in block.lines:
        if amount.name not in _NATIVE and not amount.name.startswith("hugepages-"):
            continue
        value = amount.value
        if not isinstance(value, str) or not value or amount.quantity is not None or amount.unknown:
            continue
        yield problem(
            amount.place,
            owner=block.owner,
            resource=amount.name,
            value=value,
            near=quantity_meant(value),
        )
