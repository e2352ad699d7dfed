"""Taints of GPU nodes that the operator's DaemonSets do not tolerate."""

from collections.abc import Iterator

from gpulint.authoring import (
    Charts,
    ChartValues,
    Context,
    GpuNodes,
    Problem,
    Toleration,
    charts,
    check,
    gpu_nodes,
    mapping,
    problem,
    tolerations,
)


@check(each=ChartValues)
def operator_misses_taint(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Hold the DaemonSets' tolerations, the chart's own where none are written, against the nodes."""
    if values.chart not in (charts.GPU_OPERATOR, charts.DEVICE_PLUGIN):
        return
    path = ("daemonsets", "tolerations") if values.chart == "gpu-operator" else ("tolerations",)
    written = isinstance(values.get(*path), list)
    if (
        context.manifests.index(Charts).is_partial(values) and not written
    ) or values.carrier == "NVIDIADriver":
        return
    holder = mapping(values.get(*path[:-1])) if path[:-1] else values.tree
    place = values.at(*path)
    known = list(tolerations(holder, values.at(*path[:-1]))) if written else []
    if not written:
        known.append(Toleration(gpu_nodes.GPU_TAINT, "Exists", "", "NoSchedule", place))
        if values.chart != "gpu-operator":
            known.append(Toleration("CriticalAddonsOnly", "Exists", "", "", place))
    nodes = context.cluster.index(GpuNodes).nodes
    for taint, node in gpu_nodes.barring(nodes, known):
        yield problem(
            place,
            part="key",
            related=[(taint.place, f"node {node.name} has the taint")],
            taint=taint.words,
            node=node.name,
            key=".".join(path),
        )
