"""Strict spreading counts nodes that a GPU pod can never use."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import Context, PodTemplate, Problem, check, mapping, problem, sequence


@check(each=PodTemplate, words=("topologySpreadConstraints",))
def spread_counts_usable_nodes(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find DoNotSchedule over hostnames in GPU pods that do not select GPU nodes.

    Nodes without GPUs are empty domains, so from the second pod on the skew is too large. nodeTaintsPolicy
    Honor leaves out tainted nodes, so with it the check is silent (measured).
    """
    if not pod.accelerators or pod.count is None or pod.count < 2:
        return
    if any(each.required for each in pod.requirements):
        return
    rows = sequence(pod.get("topologySpreadConstraints"))
    for index, row in enumerate(map(mapping, rows)):
        strict = row.get("whenUnsatisfiable", "DoNotSchedule") == "DoNotSchedule"
        by_node = row.get("topologyKey") == "kubernetes.io/hostname"
        if not _counts_its_like(row, pod.labels):
            continue
        if strict and by_node and row.get("nodeTaintsPolicy") != "Honor":
            place = pod.at("topologySpreadConstraints", index)
            yield problem(place, count=pod.count, skew=row.get("maxSkew", 1))


def _counts_its_like(row: Mapping[str, object], labels: Mapping[str, object]) -> bool:
    """False where the selector leaves these very pods out: then their number changes no skew."""
    wanted = mapping(mapping(row.get("labelSelector")).get("matchLabels"))
    return not labels or all(labels.get(key) == value for key, value in wanted.items())
