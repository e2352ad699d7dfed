"""The tier of a network topology, named twice."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    Place,
    Problem,
    Resource,
    VolcanoJob,
    check,
    mapping,
    problem,
    sequence,
)


@check(each=Resource, words=("highestTierName",))
def network_topology_two_tiers(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find networkTopology blocks that state highestTierAllowed and highestTierName."""
    for topology, place in _topologies(resource):
        if topology.get("highestTierAllowed") is not None and topology.get("highestTierName"):
            yield problem(
                place.child("highestTierName"),
                part="key",
                related=[(place.child("highestTierAllowed"), "the tier by number")],
                name=str(topology.get("highestTierName")),
                tier=str(topology.get("highestTierAllowed")),
            )


def _topologies(resource: Resource) -> Iterator[tuple[Mapping[str, object], Place]]:
    for job in VolcanoJob.from_resource(resource):
        yield mapping(job.spec.get("networkTopology")), job.at("networkTopology")
        for task in job.tasks:
            partition = mapping(task.value.get("partitionPolicy"))
            at = task.at("partitionPolicy", "networkTopology")
            yield mapping(partition.get("networkTopology")), at
    if (resource.group, resource.kind) == ("scheduling.volcano.sh", "PodGroup"):
        spec = resource.spec
        yield mapping(spec.get("networkTopology")), resource.at("spec", "networkTopology")
        for index, each in enumerate(map(mapping, sequence(spec.get("subGroupPolicy")))):
            at = resource.at("spec", "subGroupPolicy", index, "networkTopology")
            yield mapping(each.get("networkTopology")), at
