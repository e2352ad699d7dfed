"""MIG profiles: names, cards, layouts."""

import itertools
from pathlib import Path

import pytest
import yaml

from gpulint.catalog import mig
from gpulint.catalog.mig import ProfileName, SupersededProfile, placeable
from gpulint.catalog.products import Product, product

SEVEN = {"7g.40gb": (1, 7, 8), "4g.20gb": (1, 4, 4), "3g.20gb": (2, 3, 4), "2g.10gb": (3, 2, 2)} | {
    "1g.10gb": (4, 1, 2),
    "1g.5gb": (7, 1, 1),
}
"""An A100 of 40 GB without media engines: most instances, compute slices, memory slices."""


def card(label: str) -> Product:
    """A card that the catalogue must know."""
    found = product(label)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "name", "resource"),
    [
        ("1g.5gb", "1g.5gb", "nvidia.com/mig-1g.5gb"),
        ("1g.10gb+me", "1g.10gb+me", "nvidia.com/mig-1g.10gb.me"),
        ("1g.10gb.me", "1g.10gb+me", "nvidia.com/mig-1g.10gb.me"),
        ("1g.24gb+me.all", "1g.24gb+me.all", "nvidia.com/mig-1g.24gb.me.all"),
        ("1g.24gb.me.all", "1g.24gb+me.all", "nvidia.com/mig-1g.24gb.me.all"),
        ("1g.24gb+gfx", "1g.24gb+gfx", "nvidia.com/mig-1g.24gb.gfx"),
        ("1g.24gb-me", "1g.24gb-me", "nvidia.com/mig-1g.24gb-me"),
        ("1c.2g.10gb", "1c.2g.10gb", "nvidia.com/mig-1c.2g.10gb"),
    ],
)
def test_both_spellings_of_a_profile_are_one(text: str, name: str, resource: str) -> None:
    """Layouts write a plus where resource names must write a dot."""
    parsed = mig.parse_profile(text)
    assert parsed is not None
    assert (name, resource) == (parsed.name, parsed.resource)


@pytest.mark.parametrize(
    "text", ["1g5gb", "1g.5GB", "mig-1g.5gb", "9g.5gb", "1g.5gb+foo", "", "all-1g.5gb"]
)
def test_text_that_is_no_profile_is_refused(text: str) -> None:
    """The device plugin would never advertise it."""
    assert mig.parse_profile(text) is None


def test_profile_is_taken_apart() -> None:
    """Rules compare slices and memory."""
    expected = ProfileName(slices=2, memory_gb=10, attribute="me", compute_instances=1)
    actual = mig.parse_profile("1c.2g.10gb+me")
    assert expected == actual


@pytest.mark.parametrize(
    ("resource", "profile"),
    [
        ("nvidia.com/mig-1g.10gb.me", "1g.10gb+me"),
        ("nvidia.com/mig-1g.10gb.shared", "1g.10gb"),
        ("nvidia.com/mig-1g.24gb-me", "1g.24gb-me"),
        ("nvidia.com/gpu", None),
        ("nvidia.com/mig-1g-5gb", None),
    ],
)
def test_resource_leads_back_to_its_profile(resource: str, profile: str | None) -> None:
    """A card is asked for profiles, a pod for resources."""
    assert profile == mig.profile_of_resource(resource)


def test_profile_tells_the_cards_that_offer_it() -> None:
    """The hint for a wrong profile names cards that have it."""
    expected = ("NVIDIA-GB200",)
    actual = tuple(each.label for each in mig.products_with("3g.93gb"))
    assert expected == actual


def test_profile_of_no_card_has_none() -> None:
    """Such a resource keeps a pod pending for ever."""
    expected = ()
    actual = mig.products_with("3g.30gb")
    assert expected == actual


def test_known_profiles_run_from_small_to_large() -> None:
    """Lists in messages read in one order."""
    profiles = mig.known_profiles()
    sizes = [
        (each.slices, each.memory_gb) for name in profiles if (each := mig.parse_profile(name))
    ]
    assert sorted(sizes) == sizes


PUBLISHED = {
    "NVIDIA-A100-SXM4-40GB": "1g.5gb 1g.10gb 2g.10gb 3g.20gb 4g.20gb 7g.40gb",
    "NVIDIA-A100-SXM4-80GB": "1g.10gb 1g.20gb 2g.20gb 3g.40gb 4g.40gb 7g.80gb",
    "NVIDIA-H100-80GB-HBM3": "1g.10gb 1g.20gb 2g.20gb 3g.40gb 4g.40gb 7g.80gb",
    "NVIDIA-H100-NVL": "1g.12gb 1g.24gb 2g.24gb 3g.47gb 4g.47gb 7g.94gb",
    "NVIDIA-GH200-480GB": "1g.12gb 1g.24gb 2g.24gb 3g.48gb 4g.48gb 7g.96gb",
    "NVIDIA-H200-NVL": "1g.18gb 1g.35gb 2g.35gb 3g.71gb 4g.71gb 7g.141gb",
    "NVIDIA-GH200-144G-HBM3e": "1g.18gb 1g.36gb 2g.36gb 3g.72gb 4g.72gb 7g.144gb",
    "NVIDIA-B200": "1g.23gb 1g.45gb 2g.45gb 3g.90gb 4g.90gb 7g.180gb",
    "NVIDIA-GB200": "1g.23gb 1g.47gb 2g.47gb 3g.93gb 4g.93gb 7g.186gb",
    "NVIDIA-B300-SXM6-AC": "1g.34gb 1g.67gb 2g.67gb 3g.135gb 4g.135gb 7g.269gb",
    "NVIDIA-GB300": "1g.35gb 1g.70gb 2g.70gb 3g.139gb 4g.139gb 7g.278gb",
}


@pytest.mark.parametrize("label", PUBLISHED)
def test_seven_slice_cards_offer_the_published_profiles(label: str) -> None:
    """Names and most instances stand in NVIDIA's tables."""
    expected = list(zip(PUBLISHED[label].split(), (7, 4, 3, 2, 1, 1), strict=True))
    actual = [
        (each.name, each.max_instances) for each in card(label).profiles or () if not each.media
    ]
    assert expected == actual


def test_four_slice_cards_offer_the_published_profiles() -> None:
    """The A30 has no profile of three slices and none of double memory."""
    expected = [("1g.6gb", 4), ("1g.6gb+me", 1), ("2g.12gb", 2), ("2g.12gb+me", 1), ("4g.24gb", 1)]
    actual = [(each.name, each.max_instances) for each in card("NVIDIA-A30").profiles or ()]
    assert expected == actual


@pytest.mark.shared
def test_h200_agrees_with_a_listing_from_the_card() -> None:
    """What the driver lists on the hardware is the last word."""
    listing = Path(__file__).parents[2].parent / "shared" / "domain" / "measured-h200.yaml"
    if not listing.exists():
        pytest.skip("the shared corpus is not beside this checkout")
    measured = yaml.safe_load(listing.read_text(encoding="utf-8"))
    expected = sorted(
        (row["name"], row["max_instances"], tuple(row["starts"]), row["size"])
        for row in measured["mig_profiles"]
    )
    actual = sorted(
        (each.name, each.max_instances, each.starts, each.memory_slices)
        for each in card(measured["gfd_product_label"]).profiles or ()
    )
    assert expected == actual


def test_placement_agrees_with_the_three_sums_on_all_layouts() -> None:
    """Exhaustive placement and plain arithmetic must allow the same layouts of an A100."""
    product_40 = card("NVIDIA-A100-SXM4-40GB")
    ranges = [range(most + 2) for most, _, _ in SEVEN.values()]
    wrong = []
    for counts in itertools.product(*ranges):
        columns = list(zip(counts, SEVEN.values(), strict=True))
        fits = (
            all(count <= most for count, (most, _, _) in columns)
            and sum(count * compute for count, (_, compute, _) in columns) <= 7
            and sum(count * memory for count, (_, _, memory) in columns) <= 8
        )
        if placeable(product_40, dict(zip(SEVEN, counts, strict=True))) is not fits:
            wrong.append(counts)
    expected = []
    actual = wrong
    assert expected == actual


def layouts(label: str) -> list[dict[str, int]]:
    """Every layout of plain instances that fits on a card, the empty one left out."""
    plain = [each for each in card(label).profiles or () if not each.media]
    ranges = [range(each.max_instances + 1) for each in plain]
    named = (
        {each.name: count for each, count in zip(plain, counts, strict=True) if count}
        for counts in itertools.product(*ranges)
    )
    return [layout for layout in named if layout and placeable(card(label), layout)]


def test_seven_slice_cards_have_77_layouts_28_of_them_full() -> None:
    """The published combinations are exactly these."""
    found = layouts("NVIDIA-H100-80GB-HBM3")
    full = [
        layout
        for layout in found
        if not any(
            other is not layout and all(other.get(name, 0) >= n for name, n in layout.items())
            for other in found
        )
    ]
    expected = (77, 28)
    actual = (len(found), len(full))
    assert expected == actual


def test_a30_has_nine_layouts() -> None:
    """Four memory slices leave this many."""
    expected = [
        {"4g.24gb": 1},
        {"2g.12gb": 1},
        {"2g.12gb": 2},
        {"1g.6gb": 1},
        {"1g.6gb": 1, "2g.12gb": 1},
        {"1g.6gb": 2},
        {"1g.6gb": 2, "2g.12gb": 1},
        {"1g.6gb": 3},
        {"1g.6gb": 4},
    ]
    actual = layouts("NVIDIA-A30")
    assert sorted(map(str, expected)) == sorted(map(str, actual))


@pytest.mark.parametrize(
    "layout",
    [
        # memory runs out
        {"3g.40gb": 2, "1g.10gb": 1},
        {"3g.40gb": 2, "1g.20gb": 1},
        {"3g.40gb": 1, "2g.20gb": 1, "1g.20gb": 1, "1g.10gb": 1},
        {"4g.40gb": 1, "1g.20gb": 2, "1g.10gb": 1},
        {"1g.20gb": 4, "1g.10gb": 1},
        {"1g.20gb": 3, "2g.20gb": 1, "1g.10gb": 1},
        # compute runs out
        {"3g.40gb": 1, "2g.20gb": 2, "1g.10gb": 1},
        {"4g.40gb": 2},
        {"7g.80gb": 1, "1g.10gb": 1},
        {"2g.20gb": 4},
        {"4g.40gb": 1, "2g.20gb": 2},
        {"3g.40gb": 1, "1g.10gb": 5},
        # media engines
        {"1g.10gb+me": 2},
        {"1g.10gb+me": 1, "1g.10gb": 7},
        # a profile of the smaller card
        {"1g.5gb": 1},
    ],
)
def test_layout_that_the_driver_refuses_does_not_fit(layout: dict[str, int]) -> None:
    """The MIG manager ends in state failed and the node is left without GPUs."""
    assert placeable(card("NVIDIA-A100-SXM4-80GB"), layout) is False


@pytest.mark.parametrize(
    ("layout", "fits"),
    [
        ({"1g.24gb+me.all": 1, "1g.24gb-me": 3}, True),
        ({"2g.48gb+me.all": 1, "2g.48gb-me": 1}, True),
        ({"1g.24gb+me.all": 1, "1g.24gb": 1}, False),
        ({"1g.24gb+me.all": 1, "2g.48gb+me.all": 1}, False),
        ({"1g.24gb+me.all": 1, "1g.24gb+gfx": 1}, False),
        ({"1g.24gb+me": 1, "1g.24gb": 3}, True),
        ({"1g.24gb": 2, "1g.24gb+gfx": 2}, True),
        ({"1g.24gb": 3, "1g.24gb+gfx": 2}, False),
        ({"4g.96gb+gfx": 1}, True),
    ],
)
def test_media_engines_decide_among_the_slices_of_an_rtx_pro_6000(
    layout: dict[str, int], fits: bool
) -> None:
    """One instance with every media engine leaves none to its neighbours."""
    assert fits is placeable(card("NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition"), layout)


@pytest.mark.parametrize(
    ("first", "second"), [("1g.6gb+me", "2g.12gb+me"), ("2g.12gb+me", "1g.6gb+me")]
)
def test_a_card_has_one_instance_with_media_engines(first: str, second: str) -> None:
    """Two profiles with +me share the one set of engines."""
    assert placeable(card("NVIDIA-A30"), {first: 1, second: 1}) is False


def test_layout_on_a_card_of_unknown_profiles_is_not_called_wrong() -> None:
    """Unknown is never wrong."""
    assert placeable(card("NVIDIA-B100"), {"1g.24gb": 9}) is True


def test_superseded_name_leads_to_the_right_one() -> None:
    """Shipped configurations once named profiles that the card does not have."""
    expected = (SupersededProfile("7g.189gb", "NVIDIA-GB200", "7g.186gb"),)
    actual = mig.superseded("7g.189gb")
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("mig1g.5gb", ("1g.5gb",)),
        ("mig-1g-5gb", ("1g.5gb",)),
        ("nvidia.com/MIG-1g.5gb", ("1g.5gb",)),
        ("1g.10GB", ("1g.10gb",)),
        ("nvidia.com/mig-1g.10gb+me", ("1g.10gb+me",)),
        ("3g.30gb", ("3g.32gb", "3g.20gb", "3g.40gb")),
        ("5g.20gb", ("1g.20gb", "2g.20gb", "3g.20gb")),
        ("1g.5gb", ()),
        ("whole", ()),
    ],
)
def test_wrong_profile_leads_to_those_that_exist(text: str, names: tuple[str, ...]) -> None:
    """The API takes a misspelt MIG resource and no node ever offers it."""
    assert names == mig.near_profiles(text)


def test_profile_of_thousands_of_digits_is_none() -> None:
    """Python refuses to read such a number."""
    assert mig.parse_profile(f"1g.{'9' * 5000}gb") is None
