"""ServiceMonitors for the exporter that no Prometheus of the run picks up."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Charts,
    ChartValues,
    Context,
    Place,
    Problem,
    Resource,
    check,
    mapping,
    problem,
)


@check(each=ChartValues)
def monitor_not_picked(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Compare the labels that the operator's ServiceMonitor gets with the selectors of Prometheus."""
    path = ("dcgmExporter", "serviceMonitor")
    if (
        values.chart != "gpu-operator"
        # OLM's operator runs on OpenShift, whose own Prometheus is in no repository
        or values.carrier == "ClusterPolicy"
        or context.manifests.index(Charts).is_partial(values)
        or values.enabled(*path, "enabled") is not True
    ):
        return
    labels = {"app": "nvidia-dcgm-exporter", **mapping(values.get(*path, "additionalLabels"))}
    missing: Mapping[str, object] = {}
    related: list[tuple[Place, str]] = []
    for prometheus in context.cluster.by_kind("monitoring.coreos.com", "Prometheus"):
        wanted = _wanted(prometheus)
        if wanted is None or all(labels.get(key) == value for key, value in wanted.items()):
            return
        missing = {key: value for key, value in wanted.items() if labels.get(key) != value}
        related = [(prometheus.at("spec", "serviceMonitorSelector"), "what Prometheus selects")]
    if missing:
        yield problem(
            values.at(*path, "additionalLabels"),
            part="key",
            related=related,
            labels=tuple(f"{key}: {value}" for key, value in missing.items()),
        )


def _wanted(prometheus: Resource) -> Mapping[str, object] | None:
    """Labels that a ServiceMonitor must have; None when that cannot be told."""
    selector = prometheus.get("spec", "serviceMonitorSelector")
    if not isinstance(selector, dict) or selector.get("matchExpressions"):
        return None
    return mapping(selector.get("matchLabels")) or None
