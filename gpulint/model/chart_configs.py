"""ConfigMaps that values name: which one, whether the chart makes it, which entry is the default."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.catalog.charts import DEVICE_PLUGIN, GPU_OPERATOR
from gpulint.core.location import Place
from gpulint.model.chart_layer import Path
from gpulint.model.chart_values import ChartValues
from gpulint.model.resource import mapping, text

# Names that the operator itself brings.
SHIPPED = frozenset({"default-mig-parted-config", "default-gpu-clients", "kata-manager-config"})
# Only those whose content holds words of the prefilter: a ConfigMap that is not read would seem missing.
_NAMED: Mapping[str, tuple[Path, ...]] = {
    GPU_OPERATOR: (
        ("devicePlugin", "config", "name"),
        ("migManager", "config", "name"),
        ("dcgmExporter", "config", "name"),
        ("vgpuDeviceManager", "config", "name"),
    ),
    DEVICE_PLUGIN: (("config", "name"),),
}
_COMPONENTS: Mapping[str, tuple[Path, ...]] = {
    GPU_OPERATOR: (
        ("devicePlugin", "config"),
        ("migManager", "config"),
        ("dcgmExporter", "config"),
        ("vgpuDeviceManager", "config"),
    ),
    DEVICE_PLUGIN: (("config",),),
}


class ConfigReference(NamedTuple):
    """A ConfigMap that has to exist already. path: of the key that names it."""

    path: Path
    name: str
    place: Place


class ComponentConfig(NamedTuple):
    """The `config` block of one component.

    entries: what the block itself brings (data or map), None when it brings none. created: whether
    the chart makes the ConfigMap. name, default: empty when not set.
    """

    path: Path
    name: str
    default: str
    created: bool
    entries: object
    inline: str

    @property
    def component(self) -> str:
        """The key above, such as `devicePlugin`."""
        return ".".join(self.path)


def config_references(values: ChartValues) -> Iterator[ConfigReference]:
    """ConfigMaps that the values name and the chart does not make."""
    for path in _NAMED.get(values.chart, ()):
        name = text(values.get(*path))
        if name and name not in SHIPPED and values.enabled(*path[:-1], "create") is not True:
            yield ConfigReference(path, name, values.at(*path))


def component_configs(values: ChartValues) -> Iterator[ComponentConfig]:
    """The `config` blocks that the values hold."""
    for path in _COMPONENTS.get(values.chart, ()):
        block = values.get(*path)
        if not isinstance(block, dict):
            continue
        inline = "map" if values.chart == DEVICE_PLUGIN else "data"
        entries = block.get(inline)
        yield ComponentConfig(
            path,
            text(block.get("name")),
            text(block.get("default")),
            bool(entries) if inline == "map" else block.get("create") is True,
            entries if entries else None,
            inline,
        )


def entry_names(config: ComponentConfig) -> tuple[str, ...]:
    """Names of the entries that a block brings; empty for a text or nothing."""
    return tuple(map(str, mapping(config.entries)))
