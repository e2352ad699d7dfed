"""The Topology that a ResourceFlavor names."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, is_placeholder, kueue, problem, queue_lookup


@check(each=kueue.ResourceFlavor)
def kueue_topology_missing(flavor: kueue.ResourceFlavor, context: Context) -> Iterator[Problem]:
    """Look up the Topology of a flavor: without it every queue of the flavor is inactive."""
    place = flavor.resource.at("spec", "topologyName")
    if is_placeholder(flavor.topology):
        context.cannot_check(place)
    elif flavor.topology:
        absence = queue_lookup.missing(
            context, flavor.resource, kueue.GROUP, "Topology", flavor.topology
        )
        if absence is not None:
            yield problem(
                place,
                confidence=absence.confidence,
                topology=flavor.topology,
                flavor=flavor.resource.name,
                near=absence.near,
            )
