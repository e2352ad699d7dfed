"""What NVIDIA's DRA driver publishes about its devices, and the configuration it takes."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from gpulint.catalog.tables import table

GPU_DOMAIN = "gpu.nvidia.com"

# Dashes that are part of the name itself; all others stand for blanks in the node label.
_OWN_DASHES = re.compile(
    r"\b[APV]\d+S?-(?:SXM\d?|PCIE)-\d+GB\b|\bP\d+-SXM\d-\d+GB\b|\bA100-PG509-200|H20-3e|Max-Q"
)


class ApiVersion(NamedTuple):
    """A version of resource.k8s.io. first, last: minor releases of Kubernetes 1 with that version.

    last: the last that serves it by default; None while it is served. exactly: whether a request
    names its class below `exactly`.
    """

    name: str
    first: int
    last: int | None
    exactly: bool

    def served_by(self, minor: int) -> bool:
        """Whether a release serves it unless its defaults were changed."""
        return self.first <= minor and (self.last is None or minor <= self.last)


def api_version(name: str) -> ApiVersion | None:
    """A version by its name; None for one that never was."""
    row = table("dra")["api_versions"].get(name)
    return None if row is None else ApiVersion(name, row[0], row[1], row[3])


def device_of_class(name: str) -> str:
    """What a class of NVIDIA's selects: gpu, mig, vfio, channel or daemon; empty for other classes."""
    device: str = table("dra")["classes"].get(name, "")
    return device


def class_names() -> tuple[str, ...]:
    """Classes that the driver's chart makes."""
    return tuple(table("dra")["classes"])


def attribute_devices(name: str) -> tuple[str, ...]:
    """Devices that carry an attribute of gpu.nvidia.com; empty for one that none carries."""
    row = table("dra")["attributes"].get(name)
    return () if row is None else tuple(row[1])


def attribute_type(name: str) -> str:
    """Type of an attribute: string, version, int or bool; empty when unknown."""
    row = table("dra")["attributes"].get(name)
    return "" if row is None else str(row[0])


def vanished_after(name: str) -> str:
    """Last release of the driver that published an attribute; empty when it still does, or never did."""
    release: str = table("dra")["vanished"].get(name, "")
    return release


def near_attributes(name: str) -> tuple[str, ...]:
    """Attributes that may have been meant, likeliest first."""
    return _near(name, tuple(table("dra")["attributes"]))


def is_capacity(name: str) -> bool:
    """Whether some device of gpu.nvidia.com has a capacity of that name."""
    rows = table("dra")["capacities"]
    return name in rows["names"] or any(re.fullmatch(each, name) for each in rows["patterns"])


def near_capacities(name: str) -> tuple[str, ...]:
    """Capacities that may have been meant, likeliest first."""
    return _near(name, tuple(table("dra")["capacities"]["names"]))


def config_kinds() -> tuple[str, ...]:
    """Kinds of configuration that the driver takes, all of `config_api_version()`."""
    return tuple(table("dra")["config"]["kinds"])


def config_api_version() -> str:
    """The version of every configuration kind."""
    version: str = table("dra")["config"]["api_version"]
    return version


def config_drivers() -> tuple[str, ...]:
    """Drivers that take these kinds."""
    return tuple(table("dra")["config"]["drivers"])


def config_fields(kind: str) -> tuple[str, ...]:
    """Dotted fields of a kind; what lies below a leaf is free."""
    return tuple(table("dra")["config"]["kinds"].get(kind, ()))


def config_values(field: str) -> tuple[str, ...]:
    """The closed choice of a field, empty for a free one."""
    return tuple(table("dra")["config"]["values"].get(field, ()))


def product_name(label: str) -> str:
    """The name that the driver publishes for a card, from its node label: dashes become blanks.

    `NVIDIA-H100-80GB-HBM3` is `NVIDIA H100 80GB HBM3`, `NVIDIA-A100-SXM4-80GB` keeps its own dashes.
    """
    kept = _OWN_DASHES.sub(lambda found: found[0].replace("-", "\0"), label)
    return kept.replace("-", " ").replace("\0", "-")


def _near(name: str, names: Sequence[str]) -> tuple[str, ...]:
    import difflib  # only for hints

    folded = {each.lower(): each for each in names}
    close = difflib.get_close_matches(name.lower(), folded, 3, 0.7)
    return tuple(folded[each] for each in close)
