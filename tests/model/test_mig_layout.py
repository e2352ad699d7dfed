"""MIG layouts."""

from collections.abc import Callable

import pytest

from gpulint.catalog.products import product
from gpulint.model.manifests import Manifests
from gpulint.model.mig_layout import (
    Entry,
    LayoutFile,
    LayoutNames,
    first_that_fails,
    profile_of_layout,
    shipped_layouts,
)

Reader = Callable[..., Manifests]


def entry(manifests: Reader, text: str) -> Entry:
    """The one entry of a file, given in flow style."""
    found = manifests(f"version: v1\nmig-configs: {{x: [{text}]}}\n").of(LayoutFile)
    return found[0].layouts[0].entries[0]


def test_an_entry_is_read(manifests: Reader) -> None:
    """Filters are compared in lower case, since both cases are met."""
    found = entry(
        manifests,
        '{devices: [0, 2], device-filter: ["0x20B710DE"], mig-enabled: true,'
        " mig-devices: {1g.6gb: 2, 2g.12gb: x}}",
    )
    cards = [card.label for card in found.cards or ()]
    expected = (frozenset({0, 2}), {"0x20b710de"}, True, {"1g.6gb": 2}, ["NVIDIA-A30"])
    actual = (found.devices, set(found.filters), found.enabled, dict(found.counts), cards)
    assert expected == actual


@pytest.mark.parametrize(
    "text", ["{device-filter: 0xFFFF10DE}", "{devices: all}", "{device-filter: [0x20B710DE, x]}"]
)
def test_cards_are_unknown_without_known_filters(manifests: Reader, text: str) -> None:
    """An unknown id may be a card younger than the catalogue."""
    assert entry(manifests, text).cards is None


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("{devices: all}", "{devices: [1]}", True),
        ("{devices: [0]}", "{devices: [1]}", False),
        ("{devices: all, device-filter: a}", "{devices: all, device-filter: [b, A]}", True),
        ("{devices: all, device-filter: a}", "{devices: all, device-filter: b}", False),
        ("{devices: all, device-filter: a}", "{devices: all}", True),
    ],
)
def test_entries_meet_on_a_card(manifests: Reader, one: str, other: str, meet: bool) -> None:
    """Two geometries on one card undo each other."""
    assert meet == entry(manifests, one).meets(entry(manifests, other))


def test_names_of_a_run(manifests: Reader) -> None:
    """Numbers are names as well once they are keys."""
    found = manifests("version: v1\nmig-configs: {half: [], 3: null}\n")
    expected = frozenset({"half", "3"})
    assert expected == found.index(LayoutNames).names


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("all-1g.10gb", "1g.10gb"),
        ("all-1g.10gb.me", "1g.10gb+me"),
        ("all-balanced", None),
        ("1g.10gb", None),
        ("all-1c.2g.10gb", None),
    ],
)
def test_profile_of_a_shipped_layout(name: str, profile: str | None) -> None:
    """The name of a layout has a dot where the profile has a plus."""
    expected = profile
    assert expected == profile_of_layout(name)


def test_shipped_names_hold_one_for_each_profile() -> None:
    """A name that NVIDIA ships must never be called unknown."""
    wanted = {"all-disabled", "all-balanced", "all-1g.5gb", "all-1g.24gb.me.all", "all-1g.24gb-me"}
    assert set() == wanted - set(shipped_layouts())


@pytest.mark.parametrize(
    ("counts", "profile"),
    [
        ({"3g.40gb": 2, "1g.10gb": 1}, "1g.10gb"),
        ({"4g.40gb": 2}, "4g.40gb"),
        ({"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2}, None),
    ],
)
def test_the_profile_at_which_a_layout_fails(counts: dict[str, int], profile: str | None) -> None:
    """The finding stands on the line that is one too many."""
    card = product("NVIDIA-H100-80GB-HBM3")
    assert card is not None
    expected = profile
    assert expected == first_that_fails([card], counts)
