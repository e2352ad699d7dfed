"""Names that are meant for MIG slices and that the device plugin never gives."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    ResourceRequirements,
    check,
    is_placeholder,
    problem,
    resources,
    slices,
)


@check(each=ResourceRequirements, words=("mig",))
def mig_name_is_well_formed(
    block: ResourceRequirements, context: Context, *, form: str
) -> Iterator[Problem]:
    """Find MIG names with a plus sign, of a compute instance, or spelled in another way.

    form: plus, compute-instance or misspelt. A name that a node, a device class or an external
    declares is known. Source: NVIDIA/k8s-device-plugin internal/rm/rm.go.
    """
    seen: set[str] = set()
    for _, amount in block.lines:
        name = amount.name
        if name in seen or not resources.is_mig_like(name) or _form(name) != form:
            continue
        seen.add(name)
        if is_placeholder(name):
            context.cannot_check(amount.place)
        elif not slices.is_declared(name, context):
            near = _meant(name)
            yield problem(amount.place, part="key", owner=block.owner, resource=name, near=near)


def _form(name: str) -> str:
    """How the name departs from `nvidia.com/mig-1g.10gb.me`; empty when it does not."""
    profile = slices.profile_of(name)
    if profile is not None:
        return "" if profile.compute_instances is None else "compute-instance"
    plain = name.replace("+", ".")
    return "plus" if plain != name and slices.profile_of(plain) is not None else "misspelt"


def _meant(name: str) -> tuple[str, ...]:
    plain = name.replace("+", ".")
    profile = slices.profile_of(plain)
    if profile is not None and profile.compute_instances is None:
        return (plain,)
    return tuple(each for each in resources.near_resources(name) if resources.is_mig_like(each))
