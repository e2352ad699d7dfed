"""Device counts are whole numbers."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, ResourceRequirements, check, problem, resources


@check(each=ResourceRequirements)
def device_count_is_whole(
    block: ResourceRequirements, context: Context, *, rounds_up: bool
) -> Iterator[Problem]:
    """Find fractions of a device.

    rounds_up: report those that the API server rounds up to a whole number instead of refusing.
    Source: kubernetes pkg/apis/core/validation, ValidateResourceQuantityValue.
    """
    seen: set[str] = set()
    for side, amount in block.amounts():
        quantity = amount.quantity
        if quantity is None or quantity.nano < 0 or not resources.is_extended(amount.name):
            continue
        is_rounded = quantity.whole is not None and quantity.nano % 10**9 != 0
        is_refused = quantity.whole is None
        if (is_rounded if rounds_up else is_refused) and amount.name not in seen:
            seen.add(amount.name)
            yield problem(
                amount.place,
                owner=block.owner,
                resource=amount.name,
                value=amount.value,
                side=side,
                whole=-(-quantity.nano // 10**9),
            )
