"""Values of a dependency that stand at the top of an umbrella chart's values file."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, charts, check, problem


@check(each=ChartValues)
def umbrella_values_not_nested(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find the Chart.yaml beside a values file and the dependency whose keys stand at its top."""
    dependency = context.manifests.index(Charts).dependency(values)
    if dependency is None or values.tree is not values.resource.value:
        return
    known = charts.keys_below(values.chart, ())
    first = next((key for key in values.tree if key in known and key not in ("global", "tags")), "")
    if first:
        yield problem(
            values.at(first),
            part="key",
            related=[(dependency.place, "the dependency stands here")],
            key=first,
            chart=values.chart,
            parent=dependency.key,
        )
