"""Configuration files of NVIDIA's software inside ConfigMaps, chart values, or files of their own."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.core.fault import InputFault
from gpulint.core.location import Place
from gpulint.core.pointer import ROOT
from gpulint.model.chart_configs import component_configs
from gpulint.model.chart_values import ChartValues
from gpulint.model.resource import Resource, mapping
from gpulint.source.document import Document


class ConfigText(NamedTuple):
    """One file. carrier: ConfigMap, values or file.

    entry: the key under which it stands, empty for a file of its own. component: of values, such as
    `migManager.config`. value: what it holds, empty when it is no mapping. base: the place of its
    root. fault: why it could not be read.
    """

    resource: Resource
    carrier: str
    component: str
    entry: str
    value: Mapping[str, object]
    base: Place
    fault: InputFault | None = None

    def at(self, *path: str | int) -> Place:
        """The place at `path` inside the file."""
        return self.base.child(*path)

    def key_at(self, *path: str | int) -> Place:
        """The key at `path` inside the file."""
        return self.base.child(*path)._replace(part="key")


def config_texts(
    resource: Resource, words: tuple[str, ...], keys: tuple[str, ...]
) -> Iterator[ConfigText]:
    """The files of an object that hold one of `words`.

    keys: what such a file has at its top; what cannot be read counts only when a line starts so.
    """
    if (resource.group, resource.kind) == ("", "ConfigMap"):
        for entry, text in mapping(resource.value.get("data")).items():
            if _holds(text, words):
                found = _read(resource, "ConfigMap", "", entry, resource.at("data", entry))
                if found.fault is None or _is_meant(text, keys):
                    yield found
        return
    for values in ChartValues.from_resource(resource):
        for config in component_configs(values):
            for entry, text in mapping(config.entries).items():
                if _holds(text, words):
                    place = values.at(*config.path, config.inline, entry)
                    found = _read(resource, "values", config.component, str(entry), place)
                    if found.fault is None or _is_meant(text, keys):
                        yield found
    if (
        not resource.kind
        and not resource.api_version
        and any(key in resource.value for key in keys)
    ):
        yield ConfigText(resource, "file", "", "", resource.value, resource.at())


def _holds(text: object, words: tuple[str, ...]) -> bool:
    return isinstance(text, str) and any(word in text for word in words)


def _is_meant(text: object, keys: tuple[str, ...]) -> bool:
    """Whether an unreadable text is such a file all the same: no prose, no template."""
    lines = text.splitlines() if isinstance(text, str) else []
    return "{{" not in str(text) and any(
        line.startswith(f"{key}:") for line in lines for key in keys
    )


def _read(resource: Resource, carrier: str, component: str, entry: str, place: Place) -> ConfigText:
    document = place.document
    inner = document.embedded(place.pointer) if isinstance(document, Document) else None
    if isinstance(inner, InputFault):
        return ConfigText(resource, carrier, component, entry, {}, Place(inner, ROOT), inner)
    value = {} if inner is None else mapping(inner.value)
    return ConfigText(resource, carrier, component, entry, value, place)
