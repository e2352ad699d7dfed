"""Names that the API server does not take in a container."""

from collections.abc import Iterator
from functools import lru_cache

from gpulint.authoring import (
    Amount,
    Context,
    Problem,
    ResourceRequirements,
    UnusualRequirements,
    check,
    is_placeholder,
    problem,
    resources,
)


@check(each=UnusualRequirements)
def device_name_is_qualified(
    block: ResourceRequirements, context: Context, *, form: str
) -> Iterator[Problem]:
    """Find accelerator names without a domain, in quota form, or with characters that are illegal.

    form: unqualified (`gpu`), quota (`requests.nvidia.com/gpu`) or illegal.
    Source: kubernetes pkg/apis/core/validation, ValidateContainerResourceName.
    """
    if not block.in_container:
        return  # kinds such as DynamoGraphDeployment write `gpu` and translate it
    for found, amount in block.once(_forms):
        if found != form:
            continue
        bare = amount.name.removeprefix("requests.").removeprefix("limits.")
        near = (bare,) if form == "quota" else resources.near_resources(amount.name)
        yield problem(amount.place, part="key", owner=block.owner, resource=amount.name, near=near)


def _forms(block: ResourceRequirements) -> Iterator[tuple[str, Amount]]:
    """Form and one amount of each name that has a form that is not taken."""
    for name, amount in block.named.items():
        form = _form(name)
        if form:
            yield form, amount


@lru_cache(4096)
def _form(name: str) -> str:
    if (
        is_placeholder(name)
        or name in resources.STANDARD
        or name.startswith("hugepages-")
        or "kubernetes.io/" in name
    ):
        return ""
    if name.startswith(("requests.", "limits.")):
        return "quota"
    if "/" not in name:
        return "unqualified" if resources.looks_like_accelerator(name) else ""
    if not resources.is_extended(name) and resources.looks_like_accelerator(name):
        return "" if "mig-" in name.lower() else "illegal"
    return ""
