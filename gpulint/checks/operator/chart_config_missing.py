"""A ConfigMap that values name and that nobody defines."""

from collections.abc import Iterator

from gpulint.authoring import (
    ChartValues,
    Context,
    Problem,
    chart_configs,
    check,
    is_placeholder,
    problem,
)


@check(each=ChartValues)
def chart_config_missing(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look for each named ConfigMap; other ConfigMaps of the input alone prove nothing."""
    for reference in chart_configs.config_references(values):
        name = reference.name
        if is_placeholder(name):
            context.cannot_check(reference.place)
            continue
        if context.cluster.named("", "ConfigMap", name) is not None:
            continue  # in this namespace, or told as lying elsewhere
        absence = context.absence("", "ConfigMap", name, values.namespace)
        if absence is None or (absence.because == "siblings" and not absence.near):
            continue
        yield problem(
            reference.place,
            name=name,
            key=".".join(reference.path),
            near=absence.near,
            confidence=absence.confidence,
        )
