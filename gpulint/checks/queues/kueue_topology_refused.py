"""Levels of a Topology that Kueue does not take."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, kueue, mapping, problem, sequence

_HOST = "kubernetes.io/hostname"
_MOST = 16


@check(each=Resource, words=("Topology",))
def kueue_topology_refused(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find a level below single nodes, a level twice, and too many levels."""
    if (resource.group, resource.kind) != (kueue.GROUP, "Topology") or resource.fragment:
        return
    at = resource.at("spec", "levels")
    levels = [mapping(each).get("nodeLabel") for each in sequence(resource.get("spec", "levels"))]
    if len(levels) > _MOST:
        yield problem(at, part="key", wrong=f"it has more than {_MOST} levels")
    for index, level in enumerate(levels):
        place = at.child(index, "nodeLabel")
        if level == _HOST and index + 1 < len(levels):
            yield problem(place, wrong=f"{_HOST} is the smallest domain and must come last")
        elif level is not None and level in levels[:index]:
            yield problem(place, wrong=f"{level} names two levels")
