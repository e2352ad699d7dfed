"""A device plugin configuration that no node picks and that is no default."""

from collections.abc import Iterator

from gpulint.authoring import (
    Charts,
    ChartValues,
    Context,
    GpuNodes,
    Problem,
    chart_configs,
    check,
    problem,
)

_LABEL = "nvidia.com/device-plugin.config"


@check(each=ChartValues)
def chart_config_without_default(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look for the node label that picks an entry, where the operator has no default to fall back on."""
    nodes = context.cluster.index(GpuNodes).nodes
    if (
        values.chart != "gpu-operator"
        or context.manifests.index(Charts).is_partial(values)
        or not nodes
    ):
        return
    for config in chart_configs.component_configs(values):
        if config.path[0] != "devicePlugin" or not config.name or config.default:
            continue
        if any(_LABEL in node.labels for node in nodes):
            continue
        yield problem(
            values.at(*config.path, "name"), name=config.name, label=_LABEL, nodes=len(nodes)
        )
