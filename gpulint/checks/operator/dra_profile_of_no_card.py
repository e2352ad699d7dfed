"""MIG profiles in CEL selectors that no card offers."""

from collections.abc import Iterator

from gpulint.authoring import CelSelector, Context, Problem, check, mig, problem
from gpulint.authoring import device_selectors as selectors


@check(each=CelSelector, words=("resource.k8s.io",))
def dra_profile_of_no_card(selector: CelSelector, context: Context) -> Iterator[Problem]:
    """Look each rightly spelled profile up among those of all known cards."""
    for value in selectors.profiles(selector):
        parsed = mig.parse_profile(value)
        if parsed is None or parsed.name != value or mig.products_with(value):
            continue
        if parsed.compute_instances is None:
            yield problem(selector.place, value=value, near=mig.near_profiles(value))
