"""A default configuration that the ConfigMap does not hold."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import (
    ChartValues,
    Context,
    Problem,
    chart_configs,
    check,
    is_placeholder,
    mapping,
    problem,
)


@check(each=ChartValues)
def chart_config_default_unknown(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Compare `default` with the entries that the values bring or that the named ConfigMap has."""
    for config in chart_configs.component_configs(values):
        if not config.default or config.path[0] in ("migManager", "dcgmExporter"):
            continue  # the MIG manager's default is an entry inside its file
        place = values.at(*config.path, "default")
        if is_placeholder(config.default) or is_placeholder(config.name):
            context.cannot_check(place)
            continue
        names = _entries(values, config, context)
        if names and config.default not in names:
            yield problem(
                place,
                default=_in_a_line(config.default),
                key=".".join((*config.path, "default")),
                entries=names,
                near=tuple(difflib.get_close_matches(config.default, names, 1)),
            )


def _in_a_line(default: str) -> str:
    """The value as the message shows it: of a whole configuration, written here, the first line."""
    first, _, rest = default.partition("\n")
    return f"the text {first} …" if rest else first


def _entries(
    values: ChartValues, config: chart_configs.ComponentConfig, context: Context
) -> tuple[str, ...]:
    """Names of the entries; empty when they are not known."""
    if config.created:
        return chart_configs.entry_names(config)
    if not config.name:
        return ()
    found = context.cluster.named("", "ConfigMap", config.name, values.namespace)
    return () if found is None else tuple(map(str, mapping(found.value.get("data"))))
