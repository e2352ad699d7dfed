"""Profile names in MIG layouts."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    layouts,
    mapping,
    mig,
    problem,
)


@check(each=layouts.LayoutFile)
def mig_layout_profile_name(
    file: layouts.LayoutFile, context: Context, *, fault: str
) -> Iterator[Problem]:
    """Find keys of `mig-devices` that are no profile, or none of a known card.

    fault: spelling (the resource's dots, a prefix, another case), superseded (a card had it once, by
    its driver or a shipped file) or unknown (no card has it).
    Compute instances and iGPUs are left alone.
    """
    for layout in file.layouts:
        for entry in layout.entries:
            for key in mapping(entry.value.get("mig-devices")):
                place = entry.place.child("mig-devices", key)
                if is_placeholder(key):
                    context.cannot_check(place)
                elif _fault(str(key)) == fault:
                    near = _meant(str(key))
                    yield problem(place, part="key", layout=layout.name, profile=key, near=near)


def _fault(key: str) -> str:
    parsed = mig.parse_profile(key)
    if parsed is None or parsed.name != key:
        return "spelling"
    if parsed.compute_instances is not None or parsed.memory_gb == 0:
        return ""
    if mig.products_with(key):
        return ""
    return "superseded" if mig.superseded(key) else "unknown"


def _meant(key: str) -> tuple[str, ...]:
    parsed = mig.parse_profile(key)
    if parsed is not None and parsed.name != key:
        return (parsed.name,)
    right = tuple(each.replacement for each in mig.superseded(key) if each.replacement)
    return right or mig.near_profiles(key)
