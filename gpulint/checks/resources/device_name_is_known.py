"""Accelerator names that nobody offers, with the name that was meant."""

from collections.abc import Iterator
from functools import lru_cache

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
def device_name_is_known(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Find names that resemble a known accelerator and are none; unlike names may be anybody's.

    MIG names have rules of their own. A name that a node, a device class or an external declares
    is known. Silent when nothing near is known.
    """
    for name, amount in block.named.items():
        near = _meant(name)
        if near and not _is_offered(name, context):
            yield problem(amount.place, part="key", owner=block.owner, resource=name, near=near)


@lru_cache(4096)
def _meant(name: str) -> tuple[str, ...]:
    """The accelerators that a name resembles; empty for one that is right or of another kind."""
    if resources.is_mig_like(name) or not resources.is_extended(name):
        return ()
    if not resources.looks_like_accelerator(name) or resources.retired(name) is not None:
        return ()
    return resources.near_resources(name)


def _is_offered(name: str, context: Context) -> bool:
    from gpulint.authoring import Node, is_served_by_claims  # rare names only

    if name in context.externals.get("Resource", ()):
        return True
    if any(name in node.allocatable for node in context.cluster.of(Node)):
        return True
    return is_served_by_claims(name, context)
