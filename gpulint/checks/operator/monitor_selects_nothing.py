"""ServiceMonitors for the DCGM exporter that miss its service."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, ServiceMonitor, check, monitors, problem


@check(each=ServiceMonitor)
def monitor_selects_nothing(monitor: ServiceMonitor, context: Context) -> Iterator[Problem]:
    """Look for a selected service among the exporter's services of the run, by label and namespace."""
    if not monitor.is_simple or not _is_meant(monitor):
        return
    services = [s for s in context.cluster.by_kind("", "Service") if monitors.is_exporter(s)]
    if not services or any(monitor.selects(s) and monitor.reaches(s) for s in services):
        return
    first = services[0]
    labelled = [service for service in services if monitor.selects(service)]
    place = monitor.resource.at("spec", "selector", "matchLabels")
    if labelled:
        first = labelled[0]
        place = monitor.resource.at("spec", "namespaceSelector")
    yield problem(
        place,
        part="key",
        related=[(first.at("metadata", "name"), "the service of the exporter")],
        service=first.label,
        why=_why(first, bool(labelled)),
    )


def _is_meant(monitor: ServiceMonitor) -> bool:
    words = [monitor.resource.name, *map(str, monitor.labels.values())]
    return any("dcgm" in word for word in words)


def _why(service: Resource, labelled: bool) -> str:
    if labelled:
        return f"it is in the namespace {service.namespace}, where the monitor does not look"
    labels = ", ".join(f"{key}={value}" for key, value in list(service.labels.items())[:4])
    return f"its labels are {labels or 'none'}"
