"""Entries of a component's configuration that the chart does not put into a ConfigMap."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, chart_configs, check, problem


@check(each=ChartValues)
def chart_config_not_created(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find `data` beside a `create` that is not true: the ConfigMap of that name has other entries."""
    if not values.for_operator or context.manifests.index(Charts).is_partial(values):
        return
    for config in chart_configs.component_configs(values):
        if config.entries is None or config.created or not config.name:
            continue
        yield problem(
            values.at(*config.path, "data"),
            part="key",
            key=".".join((*config.path, "data")),
            switch=".".join((*config.path, "create")),
            name=config.name,
        )
