"""A counter list under a key that the operator does not look for."""

from collections.abc import Iterator

from gpulint.authoring import ChartValues, Context, Problem, check, mapping, problem

_KEY = "dcgm-metrics.csv"


@check(each=ChartValues)
def counter_list_key(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Look for the key in the ConfigMap that dcgmExporter.config.name names."""
    path = ("dcgmExporter", "config", "name")
    name = values.get(*path)
    if values.chart != "gpu-operator" or not isinstance(name, str) or not name:
        return
    if values.enabled("dcgmExporter", "config", "create") is True:
        return
    found = context.cluster.named("", "ConfigMap", name, values.namespace)
    keys = [] if found is None else [str(key) for key in mapping(found.value.get("data"))]
    if found is not None and keys and _KEY not in keys and not found.from_facts:
        yield problem(
            values.at(*path),
            related=[(found.at("data", keys[0])._replace(part="key"), "the key that it has")],
            name=name,
            keys=keys,
            wanted=_KEY,
        )
