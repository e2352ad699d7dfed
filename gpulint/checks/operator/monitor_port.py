"""ServiceMonitors that name a port which the exporter's service does not have."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    ServiceMonitor,
    check,
    dcgm,
    monitors,
    problem,
)


@check(each=ServiceMonitor)
def monitor_port(monitor: ServiceMonitor, context: Context) -> Iterator[Problem]:
    """Compare the port with those of the selected services, else with NVIDIA's own services."""
    ports, by = _ports(monitor, context)
    for endpoint in monitor.endpoints:
        if ports and endpoint.port and endpoint.port not in ports:
            yield problem(endpoint.place.child("port"), port=endpoint.port, ports=ports, service=by)


def _ports(monitor: ServiceMonitor, context: Context) -> tuple[tuple[str, ...], str]:
    services: list[Resource] = [
        service
        for service in context.cluster.by_kind("", "Service")
        if monitors.is_exporter(service) and monitor.selects(service) and monitor.reaches(service)
    ]
    if services and monitor.labels:
        names = tuple(dict.fromkeys(p for each in services for p in monitors.port_names(each)))
        return names, services[0].label
    for known in dcgm.exporter_services():
        if monitor.labels.get(known.label) == known.value:
            return (known.port,), f"the service of {known.by}"
    return (), ""
