"""ServiceMonitors and the services that they look for."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.chart_values import ChartValues
from gpulint.model.manifests import same_namespace
from gpulint.model.resource import Resource, mapping, sequence, text

_DURATION = re.compile(
    r"(?:(\d{1,18})y)?(?:(\d{1,18})w)?(?:(\d{1,18})d)?(?:(\d{1,18})h)?(?:(\d{1,18})m)?(?:(\d{1,18})s)?(?:(\d{1,18})ms)?\Z"
)
_UNITS = (31_536_000_000, 604_800_000, 86_400_000, 3_600_000, 60_000, 1000, 1)
_KINDS = ("ServiceMonitor", "PodMonitor")


class Endpoint(NamedTuple):
    """One endpoint of a monitor, or the serviceMonitor block of a chart's values.

    interval, timeout: as written, empty where absent. port: name of the port, empty where it is
    given otherwise.
    """

    resource: Resource
    interval: str
    timeout: str
    port: str
    place: Place
    timeout_place: Place

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["Endpoint"]:
        """The endpoints of an object."""
        if resource.group == "monitoring.coreos.com" and resource.kind in _KINDS:
            key = "endpoints" if resource.kind == "ServiceMonitor" else "podMetricsEndpoints"
            for index, each in enumerate(map(mapping, sequence(resource.spec.get(key)))):
                at = resource.at("spec", key, index)
                yield _endpoint(resource, each, at, at.child("scrapeTimeout"))
        for values in ChartValues.from_resource(resource):
            block = values.get("dcgmExporter", "serviceMonitor")
            if isinstance(block, dict):
                path = ("dcgmExporter", "serviceMonitor")
                timeout = values.at(*path, "scrapeTimeout")
                yield _endpoint(resource, block, values.at(*path), timeout)


def _endpoint(
    resource: Resource, value: Mapping[str, object], place: Place, timeout: Place
) -> Endpoint:
    return Endpoint(
        resource,
        text(value.get("interval")),
        text(value.get("scrapeTimeout")),
        text(value.get("port")),
        place,
        timeout,
    )


def milliseconds(duration: str) -> int | None:
    """A duration as Prometheus writes it, `1m30s`; None for any other text."""
    found = _DURATION.match(duration)
    if not duration or found is None:
        return None
    return sum(int(number or 0) * unit for number, unit in zip(found.groups(), _UNITS, strict=True))


class ServiceMonitor:
    """A ServiceMonitor by what it selects."""

    __slots__ = ("resource",)

    WORDS = ("ServiceMonitor",)

    def __init__(self, resource: Resource) -> None:
        self.resource = resource

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["ServiceMonitor"]:
        """The monitor that the object is, if it is one."""
        if (resource.group, resource.kind) == ("monitoring.coreos.com", "ServiceMonitor"):
            yield cls(resource)

    @property
    def labels(self) -> Mapping[str, object]:
        """selector.matchLabels."""
        return mapping(self.resource.get("spec", "selector", "matchLabels"))

    @property
    def is_simple(self) -> bool:
        """Whether labels alone select."""
        return not self.resource.get("spec", "selector", "matchExpressions")

    def reaches(self, service: Resource) -> bool:
        """Whether it looks into the namespace of a service."""
        selector = mapping(self.resource.get("spec", "namespaceSelector"))
        if selector.get("any") is True:
            return True
        names = [text(each) for each in sequence(selector.get("matchNames"))]
        places = names or [self.resource.namespace]
        return any(same_namespace(place, service.namespace) for place in places)

    def selects(self, service: Resource) -> bool:
        """Whether the labels of a service are the ones that it selects."""
        labels = service.labels
        return all(labels.get(key) == value for key, value in self.labels.items())

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Its endpoints."""
        return tuple(Endpoint.from_resource(self.resource))


def port_names(service: Resource) -> tuple[str, ...]:
    """Names of a service's ports."""
    ports = map(mapping, sequence(service.spec.get("ports")))
    return tuple(text(port.get("name")) for port in ports if port.get("name"))


def is_exporter(service: Resource) -> bool:
    """Whether a service stands in front of a DCGM exporter, by its name or labels."""
    words = (service.name, *(text(value) for value in service.labels.values()))
    return service.kind == "Service" and any("dcgm" in word for word in words)
