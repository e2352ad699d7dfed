"""MIG layouts: files of mig-parted, as the MIG manager reads them, and who asks for which layout."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from gpulint.catalog import mig as catalog_mig
from gpulint.catalog.devices import products_of_device
from gpulint.catalog.near import near_names
from gpulint.catalog.products import Product
from gpulint.core.location import Place
from gpulint.model.config_text import ConfigText, config_texts
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource, integer, mapping, sequence

FILE_NAME = "config.yaml"
_KEY = "mig-configs"
_WORDS = (_KEY, "mig-enabled")
_SHIPPED = ("all-disabled", "all-enabled", "all-balanced")


class Entry(NamedTuple):
    """One entry of a layout: a geometry for some of a node's cards.

    value: as written. devices: indexes, None for all. filters: device ids in lower case, empty for
    cards of every kind. enabled: None when not stated. place: of the entry.
    """

    value: Mapping[str, object]
    devices: frozenset[int] | None
    filters: frozenset[str]
    enabled: bool | None
    place: Place

    @property
    def counts(self) -> Mapping[str, int]:
        """Instances by profile as written; what is no whole number is left out."""
        rows = mapping(self.value.get("mig-devices"))
        read = {str(name): integer(count) for name, count in rows.items()}
        return {name: count for name, count in read.items() if count is not None}

    @property
    def cards(self) -> tuple[Product, ...] | None:
        """Cards that the filter names; None without a filter, or when one of its ids is unknown."""
        found: dict[str, Product] = {}
        for each in sorted(self.filters):
            known = products_of_device(each)
            if not known:
                return None
            found |= {card.label: card for card in known}
        return tuple(found.values()) or None

    def meets(self, other: "Entry") -> bool:
        """Whether both claim a common card."""
        if self.filters and other.filters and not self.filters & other.filters:
            return False
        if self.devices is None or other.devices is None:
            return True
        return bool(self.devices & other.devices)


class Layout(NamedTuple):
    """One named layout. place: of its name."""

    name: str
    entries: tuple[Entry, ...]
    place: Place


class LayoutFile:
    """A file of layouts. text: where it stands and what it holds."""

    __slots__ = ("__dict__", "resource", "text")

    WORDS = _WORDS

    def __init__(self, text: ConfigText) -> None:
        self.text = text
        self.resource = text.resource

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator["LayoutFile"]:
        """The files of layouts that an object carries."""
        for text in config_texts(resource, _WORDS, (_KEY,)):
            if text.fault is not None or _KEY in text.value or _is_misspelt(text.value):
                yield cls(text)

    @cached_property
    def layouts(self) -> tuple[Layout, ...]:
        """The layouts in the order of the file."""
        rows = mapping(self.text.value.get("mig-configs"))
        return tuple(
            Layout(
                str(name),
                tuple(
                    _entry(row, self.text.at("mig-configs", name, index))
                    for index, row in enumerate(sequence(rows[name]))
                    if isinstance(row, dict)
                ),
                self.text.key_at("mig-configs", name),
            )
            for name in rows
        )


def _is_misspelt(value: Mapping[str, object]) -> bool:
    """Whether the one key of such a file stands there in another spelling."""
    return any(near_names(str(key), (_KEY,), cutoff=0.8) for key in value)


class LayoutNames:
    """Names of the layouts that the files of a run define."""

    def __init__(self, manifests: Manifests) -> None:
        files = manifests.of(LayoutFile)
        self.files = tuple(files)
        self.names = frozenset(each.name for file in files for each in file.layouts)


def shipped_layouts() -> tuple[str, ...]:
    """Names of the layouts that NVIDIA ships or generates: one a profile, and three more."""
    return (*_SHIPPED, *(f"all-{_dotted(name)}" for name in catalog_mig.known_profiles()))


def profile_of_layout(name: str) -> str | None:
    """The profile that a shipped layout `all-1g.10gb.me` cuts cards into; None for other names."""
    parsed = catalog_mig.parse_profile(name.removeprefix("all-"))
    if parsed is None or not name.startswith("all-") or parsed.compute_instances is not None:
        return None
    return parsed.name


def first_that_fails(cards: Sequence[Product], counts: Mapping[str, int]) -> str | None:
    """The first profile with which a layout fits none of the cards; None when it fits one of them."""
    taken: dict[str, int] = {}
    for name, count in counts.items():
        taken[name] = count
        if not any(catalog_mig.placeable(card, taken) for card in cards):
            return name
    return None


def _dotted(profile: str) -> str:
    return profile.replace("+", ".")


def _entry(row: Mapping[str, object], place: Place) -> Entry:
    devices = row.get("devices")
    listed = frozenset(n for each in sequence(devices) if (n := integer(each)) is not None)
    wanted = row.get("device-filter")
    filters = wanted if isinstance(wanted, list) else [wanted]
    enabled = row.get("mig-enabled")
    return Entry(
        row,
        listed if isinstance(devices, list) else None,
        frozenset(str(each).lower() for each in filters if each),
        enabled if isinstance(enabled, bool) else None,
        place,
    )
