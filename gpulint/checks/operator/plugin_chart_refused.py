"""Values that the chart of the device plugin refuses."""

from collections.abc import Iterator

from gpulint.authoring import (
    Charts,
    ChartValues,
    Context,
    Problem,
    charts,
    check,
    mapping,
    problem,
    sequence,
)


@check(each=ChartValues)
def plugin_chart_refused(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look for configuration by name and in place at once, and for several entries without a default."""
    if values.chart != charts.DEVICE_PLUGIN:
        return
    entries = mapping(values.get("config", "map"))
    if values.get("config", "name") and entries:
        yield problem(
            values.at("config", "map"),
            part="key",
            what="config.map stands beside config.name, and only one of them may be set",
        )
    if len(entries) < 2 or context.manifests.index(Charts).is_partial(values):
        return
    strategies = values.get("config", "fallbackStrategies")
    fallbacks = ["named", "single"] if strategies is None else sequence(strategies)
    if values.get("config", "default") or "empty" in fallbacks:
        return
    if "named" not in fallbacks or "default" not in entries:
        yield problem(
            values.at("config", "map"),
            part="key",
            what=f"config.map has {len(entries)} entries and config.default names none of them",
        )
