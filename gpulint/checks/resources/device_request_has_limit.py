"""A device under requests must stand under limits too."""

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
def device_request_has_limit(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Find extended resources that are requested but not limited.

    A Kustomize fragment may get its limit from the base, so it is passed over.
    Source: kubernetes pkg/apis/core/validation, validateContainerResourceRequirements.
    """
    if block.resource.fragment:
        return
    for name, request in block.requests.items():
        if name not in block.limits and resources.is_extended(name):
            yield problem(
                request.place, part="key", owner=block.owner, resource=name, value=request.value
            )
