"""Device counts are quantities that a scheduler can add up."""

from collections.abc import Iterator
from functools import lru_cache

from gpulint.authoring import (
    WRAPS_FROM,
    Amount,
    Context,
    Problem,
    ResourceRequirements,
    UnusualRequirements,
    check,
    is_template,
    problem,
    resources,
)


@check(each=UnusualRequirements)
def device_count_is_quantity(
    block: ResourceRequirements, context: Context, *, fault: str
) -> Iterator[Problem]:
    """Find counts that are no quantity, negative, too large or left empty.

    fault: which of them: unreadable, negative, overflow or empty.
    Source: kubernetes apimachinery pkg/api/resource/quantity.go; overflow and empty measured.
    """
    for found, side, amount in block.once(_faults):
        if found == "unknown":
            context.cannot_check(amount.place)
        elif found == fault:
            yield problem(
                amount.place, owner=block.owner, resource=amount.name, value=amount.value, side=side
            )


def _faults(block: ResourceRequirements) -> Iterator[tuple[str, str, Amount]]:
    """Fault, side and amount of each line of a device that has one."""
    for side, amount in block.lines:
        if _is_device(amount.name):
            fault = "unknown" if amount.unknown else _fault(amount)
            if fault:
                yield fault, side, amount


@lru_cache(4096)
def _is_device(name: str) -> bool:
    return resources.is_extended(name) and (
        resources.accelerator(name) is not None or resources.looks_like_accelerator(name)
    )


def _fault(amount: Amount) -> str:
    if amount.value is None:
        return "empty"
    if amount.quantity is None:
        return "template" if is_template(amount.value) else "unreadable"
    if amount.quantity.nano < 0:
        return "negative"
    return "overflow" if amount.quantity >= WRAPS_FROM else ""
