"""Entries or a default of a component's configuration that no ConfigMap carries."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, chart_configs, check, problem


@check(each=ChartValues)
def chart_config_without_name(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find devicePlugin.config with a default or data but no name: the operator reads nothing else."""
    if values.chart != "gpu-operator" or context.manifests.index(Charts).is_partial(values):
        return
    for config in chart_configs.component_configs(values):
        if config.path[0] != "devicePlugin" or config.name or config.created:
            continue
        key = "default" if config.default else "data"
        if config.default or config.entries is not None:
            yield problem(
                values.at(*config.path, key), part="key", key=".".join((*config.path, key))
            )
