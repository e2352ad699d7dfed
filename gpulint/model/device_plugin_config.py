"""Configuration of NVIDIA's device plugin: how cards are shared among containers.

Source: NVIDIA/k8s-device-plugin api/config/v1 (config.go, flags.go, sharing.go, replicas.go).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from gpulint.catalog.mig import PREFIX as MIG_PREFIX
from gpulint.core.location import Place
from gpulint.model.config_text import ConfigText, config_texts
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, integer, mapping, sequence, text

TIME_SLICING = "timeSlicing"
MPS = "mps"
_VENDOR = "nvidia.com/"
_WORDS = (
    "imeSlicing", "imeslicing", "ime-slicing", "ime_slicing", "mps:", '"mps"', "migStrategy",
    "GreaterThanOne", "renameByDefault",
)  # fmt: skip
_KEYS = ("flags", "sharing")

FILE_KEYS = ("version", "flags", "resources", "sharing", "imex")
SHARING_KEYS = (TIME_SLICING, MPS)
REPLICATION_KEYS = ("renameByDefault", "failRequestsGreaterThanOne", "resources")
SHARE_KEYS = ("name", "rename", "devices", "replicas")
FLAG_KEYS = (
    "migStrategy", "failOnInitError", "mpsRoot", "nvidiaDriverRoot", "nvidiaDevRoot",
    "gdrcopyEnabled", "gdsEnabled", "mofedEnabled", "useNodeFeatureAPI", "deviceDiscoveryStrategy",
    "plugin", "gfd",
)  # fmt: skip
PLUGIN_KEYS = (
    "passDeviceSpecs", "deviceListStrategy", "deviceIDStrategy", "cdiAnnotationPrefix",
    "nvidiaCTKPath", "containerDriverRoot", "sharedDevicesAllocationPolicy",
)  # fmt: skip
GFD_KEYS = ("oneshot", "noTimestamp", "sleepInterval", "outputFile", "machineTypeFile")
IMEX_KEYS = ("channelIDs", "required")
# Values that a flag may have; the plugin stops at any other.
CHOICES: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("flags", "migStrategy"): ("none", "single", "mixed"),
    ("flags", "deviceDiscoveryStrategy"): ("auto", "nvml", "tegra"),
    ("flags", "plugin", "deviceIDStrategy"): ("uuid", "index"),
    ("flags", "plugin", "deviceListStrategy"): (
        "envvar", "volume-mounts", "cdi-annotations", "cdi-cri",
    ),
    ("flags", "plugin", "sharedDevicesAllocationPolicy"): ("distributed", "packed"),
}  # fmt: skip


class Share(NamedTuple):
    """One resource that is handed out several times.

    strategy: timeSlicing or mps. value: as written. name: of the resource, completed by the vendor;
    empty when absent. replicas: None when absent or no whole number. renamed: offered with `.shared`.
    fails: whether asking for more than one is refused. place: of the entry.
    """

    strategy: str
    value: Mapping[str, object]
    name: str
    replicas: int | None
    renamed: bool
    fails: bool
    place: Place


class PluginConfig:
    """One configuration of the device plugin."""

    __slots__ = ("__dict__", "resource", "text")

    WORDS = _WORDS + _KEYS

    def __init__(self, text: ConfigText) -> None:
        self.text = text
        self.resource = text.resource

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["PluginConfig"]:
        """The configurations that an object carries."""
        for found in config_texts(resource, _WORDS, _KEYS):
            if found.fault is not None or _is_config(found.value):
                yield cls(found)

    @property
    def sharing(self) -> Mapping[str, object]:
        """The section `sharing`."""
        return mapping(self.text.value.get("sharing"))

    @property
    def strategy(self) -> str:
        """flags.migStrategy; empty when absent."""
        return text(mapping(self.text.value.get("flags")).get("migStrategy"))

    def replication(self, strategy: str) -> Mapping[str, object]:
        """The section of timeSlicing or mps."""
        return mapping(self.sharing.get(strategy))

    def written_shares(self, strategy: str) -> tuple[Share, ...]:
        """The shares that a section lists, whether or not it takes effect."""
        section = self.replication(strategy)
        fails = section.get("failRequestsGreaterThanOne")
        return tuple(
            Share(
                strategy,
                row,
                _full_name(text(row.get("name"))),
                integer(row.get("replicas")),
                section.get("renameByDefault") is True,
                strategy == MPS if fails is None else fails is True,
                self.text.at("sharing", strategy, "resources", index),
            )
            for index, row in enumerate(map(mapping, sequence(section.get("resources"))))
        )

    @cached_property
    def shares(self) -> tuple[Share, ...]:
        """The shares that take effect: those of mps when it is there."""
        return self.written_shares(MPS if self.sharing.get(MPS) is not None else TIME_SLICING)

    def share(self, name: str) -> Share | None:
        """The share of a resource, by its plain name; None when it is handed out once."""
        return next((each for each in self.shares if each.name == name), None)


class PluginConfigs:
    """All configurations of a run: `manifests.index(PluginConfigs)`."""

    def __init__(self, manifests: Manifests) -> None:
        self.configs = tuple(c for c in manifests.of(PluginConfig) if c.text.fault is None)

    def shares(self, name: str) -> tuple[Share, ...]:
        """The shares of a resource when every configuration shares it; else nothing.

        One configuration that leaves the resource alone is for nodes that offer it whole.
        """
        found = [config.share(name) for config in self.configs]
        return () if None in found else tuple(each for each in found if each is not None)


def is_mig(name: str) -> bool:
    """Whether a resource is a MIG slice."""
    return name.startswith(MIG_PREFIX)


def _full_name(name: str) -> str:
    return name if not name or name.startswith(_VENDOR) else _VENDOR + name


def _is_config(value: Mapping[str, object]) -> bool:
    """Whether a mapping is meant for the device plugin: other software has `flags`, too."""
    sharing = {str(key).lower() for key in mapping(value.get("sharing"))}
    if sharing & {"timeslicing", "time-slicing", "time_slicing", "mps"}:
        return True
    flags = mapping(value.get("flags"))
    if any(key in flags for key in (*FLAG_KEYS, *REPLICATION_KEYS)):
        return True
    return any(
        "resources" in mapping(section)
        for key, section in value.items()
        if str(key).lower() in ("timeslicing", "mps")
    )
