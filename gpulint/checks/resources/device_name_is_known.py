"""Accelerator names that nobody offers, with the name that was meant."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    ResourceRequirements,
    check,
    problem,
    resources,
)


@check(each=ResourceRequirements)
def device_name_is_known(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Find names that resemble a known accelerator and are none; unlike names may be anybody's.

    MIG names have rules of their own. A name that a node, a device class or an external declares
    is known. Silent when nothing near is known.
    """
    seen: set[str] = set()
    for _, amount in block.amounts():
        name = amount.name
        if name in seen or resources.is_mig_like(name) or not resources.is_extended(name):
            continue
        if not resources.looks_like_accelerator(name) or resources.retired(name) is not None:
            continue
        near = resources.near_resources(name)
        if near and not _is_offered(name, context):
            seen.add(name)
            yield problem(amount.place, part="key", owner=block.owner, resource=name, near=near)


def _is_offered(name: str, context: Context) -> bool:
    from gpulint.authoring import Node, is_served_by_claims  # rare names only

    if name in context.externals.get("Resource", ()):
        return True
    if any(name in node.allocatable for node in context.cluster.of(Node)):
        return True
    return is_served_by_claims(name, context)
