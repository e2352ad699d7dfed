"""Driver versions and branches."""

import pytest

from gpulint.catalog import drivers
from gpulint.catalog.drivers import DriverVersion


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("580.126.20", DriverVersion((580, 126, 20), "")),
        ("580", DriverVersion((580,), "")),
        (580, DriverVersion((580,), "")),
        ("550.54.15-ubuntu22.04", DriverVersion((550, 54, 15), "ubuntu22.04")),
        ("v535.129.03", DriverVersion((535, 129, 3), "")),
        ("sha256:0123", None),
        ("${DRIVER}", None),
        (True, None),
        (None, None),
    ],
)
def test_a_version_is_taken_apart(version: object, expected: DriverVersion | None) -> None:
    """A text of another form is unknown, and the unknown is never wrong."""
    actual = drivers.parse_driver(version)
    assert expected == actual


def test_only_a_system_counts_as_one() -> None:
    """A suffix of one's own image is no operating system."""
    versions = map(drivers.parse_driver, ("580.1.2-rhel9.4", "580.1.2-mybuild"))
    expected = ["rhel9.4", ""]
    actual = [each.system for each in versions if each is not None]
    assert expected == actual


def test_a_branch_alone_is_below_only_what_is_of_a_later_branch() -> None:
    """Its newest release may be recent enough."""
    branch = DriverVersion((550,), "")
    others = [(550, 90, 7), (535, 1, 1), (570, 1, 1)]
    expected = [False, False, True]
    actual = [branch.is_below(DriverVersion(other, "")) for other in others]
    assert expected == actual


def test_branches_in_support_are_the_newest_first() -> None:
    """The hint names them in that order; short-lived branches are no answer."""
    expected = (620, 595, 580)
    actual = drivers.supported()
    assert expected == actual


def test_a_branch_without_a_row_is_unknown() -> None:
    """It may be newer than the table."""
    actual = drivers.branch(999)
    assert actual is None


@pytest.mark.parametrize(
    ("family", "product", "expected"),
    [
        ("volta", "Tesla-V100-SXM2-16GB", "proprietary"),
        ("ampere", "NVIDIA-A10", ""),
        ("blackwell", "NVIDIA-B200", "open"),
        ("hopper", "NVIDIA-GH200-480GB", "open"),
        ("hopper", "NVIDIA-H100-PCIe", ""),
    ],
)
def test_kernel_modules_that_a_card_needs(family: str, product: str, expected: str) -> None:
    """Most cards work with both kinds, and then no rule may speak."""
    actual = drivers.needs_modules(family, product)
    assert expected == actual


def test_the_fault_of_mixed_nodes_has_a_first_and_a_last_release() -> None:
    """Releases on either side are sound."""
    versions = [(570, 86, 15), (570, 124, 6), (570, 158, 1), (570, 172, 8), (570,)]
    expected = [False, True, True, False, False]
    actual = [drivers.loses_devices_on_mixed_nodes(DriverVersion(each, "")) for each in versions]
    assert expected == actual


def test_version_of_thousands_of_digits_is_none() -> None:
    """Python refuses to read such a number."""
    assert drivers.parse_driver(f"580.{'9' * 5000}.1") is None
