"""Taints of GPU nodes that the bundled Node Feature Discovery does not tolerate."""

from collections.abc import Iterator

from gpulint.authoring import (
    Charts,
    ChartValues,
    Context,
    GpuNodes,
    Place,
    Problem,
    Toleration,
    check,
    gpu_nodes,
    mapping,
    problem,
    tolerations,
)


@check(each=ChartValues)
def discovery_misses_taint(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Hold the worker's tolerations against nodes that discovery has not labelled yet."""
    if values.is_object or not _is_installed(values):
        return
    key = "node-feature-discovery" if values.chart == "gpu-operator" else "nfd"
    path = (key, "worker", "tolerations")
    written = isinstance(values.get(*path), list)
    if context.manifests.index(Charts).is_partial(values) and not written:
        return
    place = values.at(*path)
    known = list(tolerations(mapping(values.get(key, "worker")), values.at(key, "worker")))
    if not written:
        known = [_default(values, place)]
        place = values.at("gfd", "enabled") if not values.has(key) else place
    nodes = context.cluster.index(GpuNodes).nodes
    unlabelled = [node for node in nodes if not gpu_nodes.is_labelled(node)]
    for taint, node in gpu_nodes.barring(unlabelled, known):
        yield problem(
            place,
            part="key",
            related=[(taint.place, f"node {node.name} has the taint")],
            taint=taint.words,
            node=node.name,
            key=".".join(path),
            tolerated="what is written" if written else _words(values),
        )


def _is_installed(values: ChartValues) -> bool:
    if values.chart == "gpu-operator":
        return values.enabled("nfd", "enabled") is not False
    wanted = values.enabled("nfd", "enabled")
    return (values.enabled("gfd", "enabled") if wanted is None else wanted) is True


def _default(values: ChartValues, place: Place) -> Toleration:
    """What the chart's worker tolerates: the operator any value, the plugin's chart only `present`."""
    if values.chart == "gpu-operator":
        return Toleration(gpu_nodes.GPU_TAINT, "Exists", "", "NoSchedule", place)
    return Toleration(gpu_nodes.GPU_TAINT, "Equal", "present", "NoSchedule", place)


def _words(values: ChartValues) -> str:
    value = "" if values.chart == "gpu-operator" else "=present"
    return f"{gpu_nodes.GPU_TAINT}{value}:NoSchedule by default"
