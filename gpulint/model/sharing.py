"""How a run says that its cards are cut or shared: MIG strategies, and the plugin's own pods."""

import posixpath
from collections.abc import Iterator
from typing import NamedTuple

from gpulint.catalog.charts import DEVICE_PLUGIN, GPU_OPERATOR
from gpulint.core.location import Place
from gpulint.model.chart_values import ChartValues
from gpulint.model.container import Container
from gpulint.model.device_plugin_config import PluginConfig
from gpulint.model.manifests import Manifests
from gpulint.model.node import Node
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import is_placeholder
from gpulint.model.resource import Resource, mapping, sequence, text

STRATEGIES = ("none", "single", "mixed")
_PATHS = {GPU_OPERATOR: ("mig", "strategy"), DEVICE_PLUGIN: ("migStrategy",)}
_NODE_LABEL = "nvidia.com/mig.strategy"
_IMAGE = "k8s-device-plugin"


class Strategy(NamedTuple):
    """A MIG strategy that somebody set, or that a node shows.

    value: none, single or mixed. words: who, for a message. shown: by a node of the cluster itself.
    """

    value: str
    place: Place
    words: str
    shown: bool = False


class MigStrategies:
    """The MIG strategies that values, configurations, plugins and node labels of the run state."""

    def __init__(self, manifests: Manifests) -> None:
        found = (
            *_by_values(manifests),
            *_by_configs(manifests),
            *_by_plugins(manifests),
            *_by_nodes(manifests),
        )
        self.stated = tuple(each for each in found if each.value in STRATEGIES)
        self.unclear = any(is_placeholder(each.value) for each in found)


def _by_values(manifests: Manifests) -> Iterator[Strategy]:
    for values in manifests.of(ChartValues):
        path = _PATHS.get(values.chart)
        if path is not None and values.get(*path) is not None:
            where = values.carrier if values.is_object else "values of the chart"
            yield Strategy(text(values.get(*path)), values.at(*path), f"set in the {where}")


def _by_configs(manifests: Manifests) -> Iterator[Strategy]:
    for config in manifests.of(PluginConfig):
        if config.strategy:
            place = config.text.at("flags", "migStrategy")
            yield Strategy(config.strategy, place, "set in the device plugin's configuration")


def _by_plugins(manifests: Manifests) -> Iterator[Strategy]:
    for pod in manifests.of(PodTemplate):
        for container in plugins(pod):
            for word, place in container.words:
                if word.startswith("--mig-strategy="):
                    value = word.partition("=")[2]
                    yield Strategy(value, place, "set by the device plugin's command line")
            for variable in container.env:
                if variable.name == "MIG_STRATEGY":
                    words = "set by the device plugin's environment"
                    yield Strategy(text(variable.value), variable.place, words)


def _by_nodes(manifests: Manifests) -> Iterator[Strategy]:
    for node in manifests.of(Node):
        value = node.labels.get(_NODE_LABEL, "")
        if value:
            place = node.resource.at("metadata", "labels", _NODE_LABEL)
            yield Strategy(value, place, f"node {node.name} is labelled so", True)


def plugins(pod: PodTemplate) -> Iterator[Container]:
    """Containers of NVIDIA's device plugin in a pod."""
    for container in pod.containers:
        image = text(container.value.get("image"))
        if image.rpartition("/")[2].partition(":")[0].partition("@")[0] == _IMAGE:
            yield container


def config_from_environment(container: Container) -> Iterator[tuple[str, Place]]:
    """ConfigMaps whose entries become environment variables, with the place of the reference."""
    for index, row in enumerate(map(mapping, sequence(container.value.get("envFrom")))):
        name = text(mapping(row.get("configMapRef")).get("name"))
        if name:
            yield name, container.at("envFrom", index, "configMapRef")._replace(part="key")


def reads_a_file(container: Container) -> bool:
    """Whether a plugin is told of a configuration file."""
    names = {variable.name for variable in container.env}
    return "CONFIG_FILE" in names or any("--config-file" in w for w, _ in container.words)


def confidence_of(resource: Resource, place: Place) -> str:
    """How sure it is that an object and a setting belong to one cluster: medium, or low.

    A run may cover the folders of several clusters: files of one folder, of a folder inside the
    other's, or of neighbouring folders are taken to belong together.
    """
    one = posixpath.dirname(resource.document.file)
    other = posixpath.dirname(place.document.file)
    if posixpath.dirname(one) == posixpath.dirname(other):
        return "medium"
    nested = f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")
    return "medium" if nested else "low"
