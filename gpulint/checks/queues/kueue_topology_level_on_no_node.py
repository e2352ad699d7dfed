"""Levels of a topology that no node has a label for."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    check,
    fleet,
    is_placeholder,
    mapping,
    near_names,
    problem,
    sequence,
    text,
)


@check(each=Resource, words=("Topology",))
def kueue_topology_level_on_no_node(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare each level with the labels of the nodes with devices; silent where more may come."""
    if (resource.group, resource.kind) != ("kueue.x-k8s.io", "Topology"):
        return
    nodes = context.cluster.index(fleet.fleet)
    groups = [group for group in nodes.groups if group.accelerators]
    if not context.knows_nodes or nodes.grows or not groups:
        return
    carried = sorted({key for group in groups for key in group.node.labels})
    for number, level in enumerate(map(mapping, sequence(resource.spec.get("levels")))):
        label = text(level.get("nodeLabel"))
        if not label or is_placeholder(label) or label in carried:
            continue
        yield problem(
            resource.at("spec", "levels", number, "nodeLabel"),
            label=label,
            topology=resource.name,
            near=near_names(label, carried, cutoff=0.85, by_start=False),
        )
