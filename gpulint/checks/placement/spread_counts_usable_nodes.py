"""Strict spreading counts nodes that a GPU pod can never use."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    Node,
    PodTemplate,
    Problem,
    check,
    integer,
    mapping,
    problem,
    sequence,
    spreading,
)

_HOST = "kubernetes.io/hostname"


@check(each=PodTemplate, words=("topologySpreadConstraints",))
def spread_counts_usable_nodes(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find DoNotSchedule over nodes, or zones, of which some can take no such pod.

    They are empty domains, so from the second pod on the skew is too large. With facts the domains are
    counted. Without, hostnames alone are judged, and pods that select no GPU nodes; nodeTaintsPolicy
    Honor leaves out tainted nodes, so with it the check is silent then (measured).
    """
    if not pod.accelerators or pod.count is None or pod.count < 2:
        return
    rows = sequence(pod.get("topologySpreadConstraints"))
    for index, row in enumerate(map(mapping, rows)):
        strict = row.get("whenUnsatisfiable", "DoNotSchedule") == "DoNotSchedule"
        if not strict or not _counts_its_like(row, pod.labels):
            continue
        skew = integer(row.get("maxSkew")) or 1
        found = _empty(pod, row, skew, context)
        if found is not None:
            place = pod.at("topologySpreadConstraints", index)
            yield problem(place, over=found[0], empty=found[1], count=pod.count, skew=skew)


def _empty(
    pod: PodTemplate, row: Mapping[str, object], skew: int, context: Context
) -> tuple[str, str] | None:
    """What the pods are spread over, and what of it takes none; None when that does no harm."""
    key = row.get("topologyKey")
    if context.knows_nodes:
        found = spreading.spread(pod, row, context.cluster.of(Node))
        if not found.usable or not found.empty or (pod.count or 0) <= len(found.usable) * skew:
            return None
        empty = ", ".join(found.empty[:3])
        return f"{len(found.domains)} values of {key}", f"{empty}, where none fits,"
    if key != _HOST or row.get("nodeTaintsPolicy") == "Honor":
        return None
    return (
        None if any(r.required for r in pod.requirements) else ("all nodes", "nodes without GPUs")
    )


def _counts_its_like(row: Mapping[str, object], labels: Mapping[str, object]) -> bool:
    """False where the selector leaves these very pods out: then their number changes no skew."""
    wanted = mapping(mapping(row.get("labelSelector")).get("matchLabels"))
    return not labels or all(labels.get(key) == value for key, value in wanted.items())
