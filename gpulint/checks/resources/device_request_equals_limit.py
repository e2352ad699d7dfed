"""Requests and limits of devices must be the same number."""

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
def device_request_equals_limit(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Compare each extended resource under requests with the same one under limits.

    Source: kubernetes pkg/apis/core/validation, validateContainerResourceRequirements.
    """
    for name, request in block.requests.items():
        limit = block.limits.get(name)
        if limit is None or not resources.is_extended(name):
            continue
        if request.quantity is not None and request.quantity == limit.quantity:
            continue
        if request.quantity is None or limit.quantity is None:
            for amount in (request, limit):
                if amount.unknown:
                    context.cannot_check(amount.place)
            continue
        if request.quantity.milli != limit.quantity.milli:
            yield problem(
                request.place,
                related=[(limit.place, "the limit")],
                owner=block.owner,
                resource=name,
                request=request.quantity,
                limit=limit.quantity,
            )
