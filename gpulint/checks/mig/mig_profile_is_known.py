"""Profiles that no card has, or that some card had once under this name."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, ResourceRequirements, check, mig, problem, slices

_REAL_SIZES = frozenset({1, 2, 3, 4, 7})


@check(each=ResourceRequirements, words=("nvidia.com/mig-",))
def mig_profile_is_known(
    block: ResourceRequirements, context: Context, *, superseded: bool
) -> Iterator[Problem]:
    """Find profiles that no known card offers.

    superseded: speak of names that tools showed once for a card, instead of those never seen.
    A card may be younger than the catalogue, so only sizes that cannot exist are sure.
    """
    for name, amount in block.accelerators().items():
        profile = slices.profile_of(name)
        if profile is None or profile.compute_instances is not None or profile.memory_gb == 0:
            continue
        if mig.products_with(profile.name) or slices.is_declared(name, context):
            continue
        old = mig.superseded(profile.name)
        if bool(old) != superseded:
            continue
        right = tuple(each.replacement for each in old if each.replacement)
        near = tuple(map(mig.resource_name, right or mig.near_profiles(profile.name)))
        yield problem(
            amount.place,
            part="key",
            confidence="medium" if profile.slices in _REAL_SIZES else "high",
            owner=block.owner,
            resource=name,
            profile=profile.name,
            product=old[0].product if old else "",
            near=near,
        )
