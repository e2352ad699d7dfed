"""A ConfigMap that the chart shall make without a name or without entries."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, chart_configs, check, problem


@check(each=ChartValues)
def chart_config_created_empty(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find `create: true` without the name or data that it needs; devicePlugin's fails the template."""
    if not values.for_operator or context.manifests.index(Charts).is_partial(values):
        return
    for config in chart_configs.component_configs(values):
        if not config.created:
            continue
        missing = [
            key for key, value in (("name", config.name), ("data", config.entries)) if not value
        ]
        if missing:
            fails = config.path[0] == "devicePlugin" or missing == ["name"]
            yield problem(
                values.at(*config.path, "create"),
                key=".".join((*config.path, "create")),
                missing=" and ".join(missing),
                outcome="the release fails" if fails else "no ConfigMap is made",
                confidence="high" if fails else "medium",
            )
