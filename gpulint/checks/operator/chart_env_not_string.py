"""Environment variables of the operator's components whose value is no string."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, Problem, check, mapping, problem, sequence


@check(each=ChartValues)
def chart_env_not_string(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look at each `env` list of the GPU Operator's chart, which reaches the ClusterPolicy as it is."""
    if not values.for_operator:
        return
    for path, listed in values.entries():
        if path[-1] != "env":
            continue
        for index, entry in enumerate(map(mapping, sequence(listed))):
            value = entry.get("value")
            if isinstance(value, (bool, int, float)):
                yield problem(
                    values.at(*path, index, "value"),
                    component=".".join(path[:-1]),
                    variable=entry.get("name", ""),
                    value=value,
                )
