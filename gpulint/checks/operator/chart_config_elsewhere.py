"""A ConfigMap that values name and that lies in another namespace."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, Problem, chart_configs, check, problem


@check(each=ChartValues)
def chart_config_elsewhere(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look for each named ConfigMap in the namespace of the release, then in the others."""
    if not values.namespace:
        return
    for reference in chart_configs.config_references(values):
        name = reference.name
        if context.cluster.named("", "ConfigMap", name, values.namespace) is not None:
            continue
        other = context.cluster.named("", "ConfigMap", name)
        if other is not None:
            yield problem(
                reference.place,
                related=[(other.at("metadata", "namespace"), "the ConfigMap lies in this one")],
                name=name,
                key=".".join(reference.path),
                namespace=values.namespace,
                other=other.namespace,
            )
