"""The resources of each flavor against those that its group covers."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, is_placeholder, kueue, problem


@check(each=kueue.QuotaHolder)
def kueue_flavor_resources_differ(
    holder: kueue.QuotaHolder, context: Context, *, order: bool
) -> Iterator[Problem]:
    """Compare names, number and order, as Kueue's webhook does.

    order: speak where only the order differs, else where names are missing or added.
    """
    for group in holder.groups:
        for flavor in group.flavors:
            names = tuple(quota.resource for quota in flavor.quotas)
            if names == group.covered or any(map(is_placeholder, (*names, *group.covered))):
                continue
            if (sorted(names) == sorted(group.covered)) is not order:
                continue
            missing = tuple(name for name in group.covered if name not in names)
            extra = tuple(name for name in names if name not in group.covered)
            yield problem(
                flavor.place,
                related=[(group.place.child("coveredResources"), "what the group covers")],
                flavor=flavor.name,
                names=names or ("none",),
                covered=group.covered,
                difference=_difference(missing, extra),
            )


def _difference(missing: tuple[str, ...], extra: tuple[str, ...]) -> str:
    parts = []
    if missing:
        parts.append(f"lacks {', '.join(missing)}")
    if extra:
        parts.append(f"has {', '.join(extra)} beside the covered ones")
    return " and ".join(parts) or "names one resource twice"
