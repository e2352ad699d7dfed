"""MIG profiles in CEL selectors that are spelled as a resource name."""

from collections.abc import Iterator

from gpulint.authoring import CelSelector, Context, Problem, check, mig, problem
from gpulint.authoring import device_selectors as selectors


@check(each=CelSelector, words=("resource.k8s.io",))
def dra_profile_form(selector: CelSelector, context: Context) -> Iterator[Problem]:
    """Compare each profile with NVIDIA's own spelling, a plus sign before the attribute."""
    for value in selectors.profiles(selector):
        name = value.removeprefix(mig.PREFIX).removeprefix("mig-")
        parsed = mig.parse_profile(name.lower())
        if parsed is not None and parsed.name != value:
            yield problem(selector.place, value=value, right=parsed.name)
