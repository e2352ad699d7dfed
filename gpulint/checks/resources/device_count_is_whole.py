"""Device counts are whole numbers."""

from collections.abc import Iterator

from gpulint.authoring import (
    Amount,
    Context,
    Problem,
    ResourceRequirements,
    UnusualRequirements,
    check,
    problem,
    resources,
)


@check(each=UnusualRequirements)
def device_count_is_whole(
    block: ResourceRequirements, context: Context, *, rounds_up: bool
) -> Iterator[Problem]:
    """Find fractions of a device.

    rounds_up: report those that the API server rounds up to a whole number instead of refusing.
    Source: kubernetes pkg/apis/core/validation, ValidateResourceQuantityValue.
    """
    seen: set[str] = set()
    for is_rounded, side, amount in block.once(_fractions):
        if is_rounded == rounds_up and amount.name not in seen and amount.quantity is not None:
            seen.add(amount.name)
            yield problem(
                amount.place,
                owner=block.owner,
                resource=amount.name,
                value=amount.value,
                side=side,
                whole=-(-amount.quantity.nano // 10**9),
            )


def _fractions(block: ResourceRequirements) -> Iterator[tuple[bool, str, Amount]]:
    """Whether it is rounded up, side and amount of each line with a part of a device."""
    for side, amount in block.lines:
        quantity = amount.quantity
        if quantity is None or quantity.nano < 0 or quantity.nano % 10**9 == 0:
            continue
        if resources.is_extended(amount.name):
            yield quantity.whole is not None, side, amount
