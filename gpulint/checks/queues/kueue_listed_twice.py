"""Resources and flavors of a queue: each in one group only."""

from collections.abc import Iterator

from gpulint.authoring import Context, Place, Problem, check, kueue, problem


@check(each=kueue.QuotaHolder)
def kueue_listed_twice(holder: kueue.QuotaHolder, context: Context) -> Iterator[Problem]:
    """Look for a resource that two groups cover, and for a flavor that stands twice."""
    seen: dict[tuple[str, str], Place] = {}
    for what, name, place in _entries(holder):
        first = seen.setdefault((what, name), place)
        if name and first != place:
            yield problem(place, related=[(first, "it stands here already")], what=what, name=name)


def _entries(holder: kueue.QuotaHolder) -> Iterator[tuple[str, str, Place]]:
    for group in holder.groups:
        for index, name in enumerate(group.covered):
            yield "resource", name, group.place.child("coveredResources", index)
        for flavor in group.flavors:
            yield "flavor", flavor.name, flavor.place.child("name")
