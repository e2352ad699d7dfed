"""MIG profiles in CEL selectors that the cards of the cluster cannot make."""

from collections.abc import Iterator

from gpulint.authoring import CelSelector, Context, GpuNodes, Problem, check, mig, problem
from gpulint.authoring import device_selectors as selectors


@check(each=CelSelector)
def dra_profile_of_other_card(selector: CelSelector, context: Context) -> Iterator[Problem]:
    """Compare each profile with what the products of the facts offer; one unknown card silences."""
    nodes = context.cluster.index(GpuNodes)
    known = list(nodes.products())
    if not known or nodes.has_unknown_product or any(p.profiles is None for p, _ in known):
        return
    for value in selectors.profiles(selector):
        if not mig.products_with(value) or any(p.profile(value) for p, _ in known):
            continue
        offered = {each.name for p, _ in known for each in p.profiles or ()}
        yield problem(
            selector.place,
            related=[(node.resource.at("metadata", "name"), p.label) for p, node in known[:3]],
            value=value,
            products=tuple(p.label for p, _ in known),
            offers=tuple(each for each in mig.known_profiles() if each in offered) or "no profiles",
        )
