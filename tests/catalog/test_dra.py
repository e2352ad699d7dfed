"""What NVIDIA's DRA driver publishes and takes."""

import pytest

from gpulint.catalog import dra


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("NVIDIA-H100-80GB-HBM3", "NVIDIA H100 80GB HBM3"),
        ("NVIDIA-A100-SXM4-80GB", "NVIDIA A100-SXM4-80GB"),
        ("NVIDIA-A100-80GB-PCIe", "NVIDIA A100 80GB PCIe"),
        ("Tesla-V100-PCIE-16GB", "Tesla V100-PCIE-16GB"),
        ("NVIDIA-H20-3e", "NVIDIA H20-3e"),
        (
            "NVIDIA-RTX-PRO-6000-Blackwell-Max-Q-Workstation-Edition",
            "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition",
        ),
    ],
)
def test_the_name_of_a_card_from_its_label(label: str, expected: str) -> None:
    """Some dashes are the name's own, so not every one is a blank."""
    actual = dra.product_name(label)
    assert expected == actual


def test_releases_that_serve_a_version() -> None:
    """A beta is off by default where v1 is there."""
    beta = dra.api_version("v1beta1")
    assert beta is not None
    expected = [False, True, True, False]
    actual = [beta.served_by(minor) for minor in (31, 32, 35, 36)]
    assert expected == actual


def test_whole_cards_have_no_profile() -> None:
    """Reading it there fails the selector."""
    expected = (("mig",), ("gpu", "mig", "vfio"), ())
    actual = tuple(map(dra.attribute_devices, ("profile", "productName", "index")))
    assert expected == actual


def test_attributes_that_went_away_are_told_as_such() -> None:
    """A near name would be a wrong hint."""
    expected = ("25.3", "")
    actual = (dra.vanished_after("index"), dra.vanished_after("uuid"))
    assert expected == actual


def test_memory_slices_are_capacities_by_their_pattern() -> None:
    """They are numbered, and so are not listed."""
    expected = [True, True, False]
    actual = [dra.is_capacity(name) for name in ("memory", "memorySlice7", "mem")]
    assert expected == actual


def test_time_slices_belong_to_whole_cards_alone() -> None:
    """The driver refuses them in the configuration of MIG devices."""
    field = "sharing.timeSlicingConfig"
    expected = [True, False]
    actual = [field in dra.config_fields(kind) for kind in ("GpuConfig", "MigDeviceConfig")]
    assert expected == actual
