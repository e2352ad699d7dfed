"""Product labels and the spellings that people use."""

import pytest

from gpulint.catalog.products import ProductLabel, near_products, parse_label, product


def test_label_finds_its_card() -> None:
    """Memory and capability of a card are what rules compare."""
    found = product("NVIDIA-H100-80GB-HBM3")
    expected = (81559, 80, "9.0", 9, 0, "hopper", True, "525.85.12")
    assert found is not None
    actual = (
        found.memory_mib,
        found.nominal_gb,
        found.compute_capability,
        found.compute_major,
        found.compute_minor,
        found.family,
        found.mig_capable,
        found.mig_min_driver,
    )
    assert expected == actual


def test_alias_of_an_older_driver_finds_the_same_card() -> None:
    """Clusters with older drivers carry the name without the vendor."""
    expected = product("NVIDIA-A100-SXM4-40GB")
    actual = product("A100-SXM4-40GB")
    assert expected is not None
    assert expected is actual


def test_unknown_label_is_not_known() -> None:
    """Unknown is never wrong: callers must see that nothing is known."""
    assert product("NVIDIA-XYZ-9000") is None


def test_card_that_splits_without_published_profiles_has_none() -> None:
    """An empty table would say that every profile is wrong there."""
    found = product("NVIDIA-B100")
    assert found is not None
    expected = (True, None)
    actual = (found.mig_capable, found.profiles)
    assert expected == actual


def test_card_that_cannot_split_has_no_profiles() -> None:
    """A MIG resource beside such a card is an error."""
    found = product("NVIDIA-L40S")
    assert found is not None
    expected = (False, ())
    actual = (found.mig_capable, found.profiles)
    assert expected == actual


@pytest.mark.parametrize(
    ("value", "text", "mig", "shared"),
    [
        ("Tesla-T4", "Tesla-T4", None, False),
        ("Tesla-T4-SHARED", "Tesla-T4", None, True),
        ("NVIDIA-H100-NVL-MIG-1g.12gb", "NVIDIA-H100-NVL", "1g.12gb", False),
        ("NVIDIA-A30-MIG-1g.6gb.me-SHARED", "NVIDIA-A30", "1g.6gb.me", True),
        ("NVIDIA-A30-MIG-INVALID", "NVIDIA-A30", "INVALID", False),
    ],
)
def test_label_value_is_taken_apart(value: str, text: str, mig: str | None, shared: bool) -> None:
    """Sharing and MIG change the value that a selector must name."""
    expected = ProductLabel(text, product(text), mig, shared)
    actual = parse_label(value)
    assert expected == actual


MEANT = {
    "NVIDIA-A100-80GB": ("NVIDIA-A100-SXM4-80GB", "NVIDIA-A100-80GB-PCIe"),
    "NVIDIA-A100-PCIE-80GB": ("NVIDIA-A100-80GB-PCIe",),
    "NVIDIA-H100-SXM": ("NVIDIA-H100-80GB-HBM3",),
    "NVIDIA-H100-SXM5-80GB": ("NVIDIA-H100-80GB-HBM3",),
    "NVIDIA-H100-PCIE-80GB": ("NVIDIA-H100-PCIe",),
    "NVIDIA-H200-SXM": ("NVIDIA-H200",),
    "NVIDIA-H200-141GB-HBM3e": ("NVIDIA-H200",),
    "NVIDIA-H200-SXM5-141GB": ("NVIDIA-H200",),
    "NVIDIA-B200-180GB-HBM3e": ("NVIDIA-B200",),
    "NVIDIA-GB300-NVL": ("NVIDIA-GB300",),
    "NVIDIA-T4": ("Tesla-T4",),
    "NVIDIA-Tesla-T4": ("Tesla-T4",),
    "NVIDIA-V100": ("Tesla-V100-PCIE-16GB", "Tesla-V100-SXM2-16GB"),
    "A100": ("NVIDIA-A100-SXM4-40GB", "NVIDIA-A100-SXM4-80GB"),
    "A40": ("NVIDIA-A40",),
    "nvidia-l40s": ("NVIDIA-L40S",),
    "nvidia-l4": ("NVIDIA-L4",),
    "nvidia-tesla-t4": ("Tesla-T4",),
    "nvidia-h100-80gb": ("NVIDIA-H100-80GB-HBM3",),
    # form alone
    "tesla-t4": ("Tesla-T4",),
    "NVIDIA L40S": ("NVIDIA-L40S",),
    "NVIDIA_L4": ("NVIDIA-L4",),
    "RTX-A6000-SHARED": ("NVIDIA-RTX-A6000-SHARED",),
    # words too many
    "NVIDIA-L4-24GB": ("NVIDIA-L4",),
    "NVIDIA-GeForce-RTX-3080-12GB": ("NVIDIA-GeForce-RTX-3080",),
    # a few letters
    "NVIDIA-A100-SXM4-80G": ("NVIDIA-A100-SXM4-80GB", "NVIDIA-A100-SXM4-40GB"),
    "NVIDIA-H100-80GB-HBM2": ("NVIDIA-H100-80GB-HBM3",),
    # suffixes stay
    "NVIDIA-T4-SHARED": ("Tesla-T4-SHARED",),
    "nvidia-a30-MIG-1g.6gb": ("NVIDIA-A30-MIG-1g.6gb",),
}


@pytest.mark.parametrize("value", MEANT)
def test_wrong_value_leads_to_the_label_that_was_meant(value: str) -> None:
    """A selector on a wrong value matches no node, and nobody says so."""
    assert MEANT[value] == near_products(value)


@pytest.mark.parametrize("value", ["NVIDIA-MI300X", "NVIDIA-H900", "NVIDIA-L41", "gpu", "", "true"])
def test_value_that_is_near_nothing_gets_no_hint(value: str) -> None:
    """A guess about another card costs more than silence."""
    expected = ()
    actual = near_products(value)
    assert expected == actual
