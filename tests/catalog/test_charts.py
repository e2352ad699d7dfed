"""Keys of charts by release."""

import pytest

from gpulint.catalog import charts
from gpulint.catalog.charts import Release


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("v24.9.2", Release(24, 9)),
        ("25.3", Release(25, 3)),
        ("24.9.*", Release(24, 9)),
        ("~24.9.1", Release(24, 9)),
        ("=v26.7.0", Release(26, 7)),
        ("v25.3.0-rc.1", Release(25, 3)),
        ("^24.9.0", None),
        (">=24.9.0", None),
        ("24.9.0 - 25.3.0", None),
        ("", None),
        (24.9, None),
    ],
)
def test_a_version_pins_a_release_or_none(version: object, expected: Release | None) -> None:
    """A range may install a release whose keys differ, so no rule may speak of one."""
    actual = charts.parse_release(version)
    assert expected == actual


def test_a_key_below_an_open_one_is_known() -> None:
    """Resources, labels and the like are the user's own."""
    found = charts.chart_key("gpu-operator", ("driver", "resources", "limits", "cpu"))
    expected = ("driver", "resources")
    actual = None if found is None else found.path
    assert expected == actual


def test_an_unknown_key_below_a_closed_one_is_unknown() -> None:
    """This is what a misspelt key looks like."""
    actual = charts.chart_key("gpu-operator", ("mig", "Strategy"))
    assert actual is None


def test_a_key_lives_from_its_first_to_its_last_release() -> None:
    """The key of the open kernel modules came with 23.9 and went with 25.3."""
    key = charts.chart_key("gpu-operator", ("driver", "useOpenKernelModules"))
    assert key is not None
    releases = [Release(23, 6), Release(23, 9), Release(24, 9), Release(25, 3), None]
    expected = [False, True, True, False, True]
    actual = [key.known_in(release) for release in releases]
    assert expected == actual


@pytest.mark.parametrize(
    ("path", "name", "expected"),
    [
        (("mig",), "Strategy", ("strategy",)),
        (("dcgmExporter",), "service_monitor", ("serviceMonitor",)),
        (("driver",), "enable", ("enabled",)),
        ((), "migmanager", ("migManager",)),
        (("driver",), "somethingElse", ()),
    ],
)
def test_near_keys_of_a_slip(path: tuple[str, ...], name: str, expected: tuple[str, ...]) -> None:
    """The hint must be the key, not one that looks alike by chance."""
    actual = charts.near_keys("gpu-operator", path, name)
    assert expected == actual


def test_the_only_place_of_a_name_within_its_component() -> None:
    """A key at the wrong level is told where it belongs, one of several levels is not."""
    expected = (("driver", "upgradePolicy", "maxParallelUpgrades"), None)
    actual = (
        charts.place_of("gpu-operator", "maxParallelUpgrades", "driver"),
        charts.place_of("gpu-operator", "enabled", "cdi-like"),
    )
    assert expected == actual


def test_release_of_thousands_of_digits_is_none() -> None:
    """Python refuses to read such a number."""
    assert charts.parse_release(f"v24.{'9' * 5000}.1") is None
