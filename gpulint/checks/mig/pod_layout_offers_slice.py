"""Slices against the layout of the nodes that a pod selects."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    layouts,
    node_wishes,
    problem,
    slices,
)


@check(each=PodTemplate, words=("nvidia.com/mig-",))
def pod_layout_offers_slice(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare MIG resources with shipped layouts `all-<profile>` that the pod's selector demands.

    Silent when a layout file of the run defines such a name itself.
    """
    names = pod.allowed(node_wishes.LAYOUT_LABEL) or ()
    profiles = [layouts.profile_of_layout(name) for name in names]
    if not profiles or None in profiles:
        return
    if context.cluster.index(layouts.LayoutNames).names.intersection(names):
        return
    place = next(
        r.places[0] for r in pod.requirements if r.key == node_wishes.LAYOUT_LABEL and r.places
    )
    for each in slices.slices(pod):
        if each.profile.name not in profiles:
            yield problem(
                each.amount.place,
                part="key",
                related=[(place, "the layout is selected here")],
                resource=each.amount.name,
                layout=tuple(names),
                offers=tuple(profile for profile in profiles if profile is not None),
            )
