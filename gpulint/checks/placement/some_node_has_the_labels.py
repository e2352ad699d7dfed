"""A GPU pod's demands on labels must be met by a node of the facts."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    Requirement,
    check,
    fleet,
    labels,
    near_names,
    problem,
)


@check(each=PodTemplate)
def some_node_has_the_labels(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods that no node takes for its labels, and name the demand that rules most out.

    Only demands on labels of cards and platforms are judged, or those of pods that ask for a device.
    Nodes that an autoscaler may add are unknown, so with one the check is silent.
    """
    if not context.knows_nodes or not pod.requirements or pod.resource.fragment:
        return
    nodes = context.cluster.index(fleet.fleet)
    verdict = fleet.judge(pod, nodes)
    if nodes.grows or len(verdict.by_labels) < len(nodes.groups):
        return
    blamed = [requirement for _, requirement in verdict.by_labels]
    chosen = next((r for r in blamed if _is_hardware(r)), blamed[0])
    if not (pod.accelerators or _is_hardware(chosen)) or not chosen.values:
        return
    carried = nodes.values(chosen.key)
    wanted = tuple(map(str, chosen.values))
    told = f"nodes carry {', '.join(carried)}" if carried else "no node carries the key at all"
    yield problem(
        chosen.places[0],
        key=chosen.key,
        operator=chosen.operator,
        wanted=wanted,
        told=told,
        near=near_names(wanted[0], carried, cutoff=0.9),
    )


def _is_hardware(requirement: Requirement) -> bool:
    fact = labels.label(requirement.key)
    return fact is not None and fact.owner != "kubernetes"
