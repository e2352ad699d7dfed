"""The third link of Kueue's chain: a ClusterQueue names ResourceFlavors."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, is_placeholder, kueue, problem, queue_lookup


@check(each=kueue.QuotaHolder)
def kueue_flavor_missing(holder: kueue.QuotaHolder, context: Context) -> Iterator[Problem]:
    """Look up every ResourceFlavor that a ClusterQueue or Cohort has quota for."""
    for group in holder.groups:
        for flavor in group.flavors:
            place = flavor.place.child("name")
            if is_placeholder(flavor.name):
                context.cannot_check(place)
                continue
            if not flavor.name:
                continue
            absence = queue_lookup.missing(
                context, holder.resource, kueue.GROUP, "ResourceFlavor", flavor.name
            )
            if absence is not None:
                yield problem(
                    place,
                    confidence=absence.confidence,
                    flavor=flavor.name,
                    owner=holder.resource.label,
                    near=absence.near or absence.known[:1],
                )
