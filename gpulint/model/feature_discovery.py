"""Configurations of Node Feature Discovery's workers, from whichever carrier."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.catalog.charts import GPU_OPERATOR
from gpulint.core.location import Place
from gpulint.model.chart_values import ChartValues
from gpulint.model.resource import Resource, mapping, sequence
from gpulint.source.document import Document

# Source: node-feature-discovery source/pci/pci.go, which sorts the fields and ignores others.
_FIELDS = ("class", "vendor", "device", "subsystem_vendor", "subsystem_device")
_DEFAULT = ("class", "vendor")


class FeatureDiscovery(NamedTuple):
    """One configuration. pci: its `sources.pci`. base: the place of that.

    text: the whole configuration. operator: it comes with values of the GPU Operator's chart.
    """

    resource: Resource
    pci: Mapping[str, object]
    base: Place
    text: str
    operator: ChartValues | None

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["FeatureDiscovery"]:
        """The configurations that an object or a values file carries."""
        for place in _texts(resource):
            document = place.document
            if isinstance(document, Document):
                inner = document.embedded(place.pointer)
                if isinstance(inner, Document):
                    sources = mapping(mapping(inner.value).get("sources"))
                    base = place.child("sources", "pci")
                    yield cls(resource, mapping(sources.get("pci")), base, str(inner.value), None)
        for values in ChartValues.from_resource(resource):
            path = ("node-feature-discovery", "worker", "config")
            config = mapping(values.get(*path))
            if values.chart == GPU_OPERATOR and values.enabled("nfd", "enabled") is not False:
                pci = mapping(mapping(config.get("sources")).get("pci"))
                base = values.at(*path, "sources", "pci")
                yield cls(resource, pci, base, str(config), values)

    @property
    def label_fields(self) -> tuple[str, ...]:
        """What the labels of PCI devices are made of, in their order."""
        written = sequence(self.pci.get("deviceLabelFields"))
        return tuple(field for field in _FIELDS if field in written) or _DEFAULT

    def shows_class(self, *classes: str) -> bool:
        """Whether devices of one of these classes get a label at all."""
        written = self.pci.get("deviceClassWhitelist")
        if not isinstance(written, list):
            return True
        starts = tuple(str(each).lower() for each in written)
        return any(each.startswith(starts) for each in classes)


def _texts(resource: Resource) -> Iterator[Place]:
    if resource.kind == "NodeFeatureDiscovery":
        yield resource.at("spec", "workerConfig", "configData")
    elif "nfd-worker.conf" in mapping(resource.value.get("data")):
        yield resource.at("data", "nfd-worker.conf")
