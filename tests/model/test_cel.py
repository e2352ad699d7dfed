"""What CEL selectors say of attributes."""

from collections.abc import Callable

import pytest

from gpulint.model.cel import Access, CelSelector, profiles
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]


def selector(manifests: Reader, expression: str) -> CelSelector:
    """The one selector of a class with the expression."""
    text = f"""
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {{name: own}}
spec:
  selectors:
    - cel:
        expression: |-
          {expression}
"""
    (found,) = manifests(text).of(CelSelector)
    return found


DOMAIN = "gpu.nvidia.com"
LOOKS = {
    "equal": (
        "device.attributes['gpu.nvidia.com'].profile == '1g.10gb'",
        [Access(False, DOMAIN, "profile", ("1g.10gb",), True)],
    ),
    "not equal, other quotes": (
        'device.attributes["gpu.nvidia.com"].profile != "1g.10gb"',
        [Access(False, DOMAIN, "profile", ("1g.10gb",), False)],
    ),
    "one of several": (
        "device.attributes['gpu.nvidia.com'].profile in ['1g.10gb', '2g.20gb']",
        [Access(False, DOMAIN, "profile", ("1g.10gb", "2g.20gb"), True)],
    ),
    "by index": (
        "device.attributes['gpu.nvidia.com']['type'] == 'gpu'",
        [Access(False, DOMAIN, "type", ("gpu",), True)],
    ),
    "a method of the value": (
        "device.attributes['gpu.nvidia.com'].productName.contains('H100')",
        [Access(False, DOMAIN, "productName", (), True)],
    ),
    "capacity": (
        "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('40Gi')) >= 0",
        [Access(True, DOMAIN, "memory", (), True)],
    ),
    "a method of the map": ("device.attributes['gpu.nvidia.com'].exists(a, a == 'x')", []),
    "the driver alone": ("device.driver == 'gpu.nvidia.com'", []),
}


@pytest.mark.parametrize(("expression", "expected"), LOOKS.values(), ids=LOOKS)
def test_looks_at_attributes(manifests: Reader, expression: str, expected: list[Access]) -> None:
    """Only what is surely an attribute may be judged."""
    actual = list(selector(manifests, expression).accesses())
    assert expected == actual


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("device.attributes['d'].a == 'x'", False),
        ("has(device.attributes['d'].a) && device.attributes['d'].a == 'x'", True),
        ("device.attributes['d'].?a.orValue('') == 'x'", True),
        ("'d' in device.attributes", True),
    ],
)
def test_asking_for_presence_guards(manifests: Reader, expression: str, expected: bool) -> None:
    """An absent attribute is no fault then."""
    actual = selector(manifests, expression).guarded
    assert expected == actual


def test_profiles_that_are_demanded(manifests: Reader) -> None:
    """What is excluded, or is another driver's, is none."""
    text = (
        "device.attributes['gpu.nvidia.com'].profile == '1g.10gb' || "
        "device.attributes['gpu.nvidia.com'].profile != '7g.80gb' || "
        "device.attributes['gpu.example.com'].profile == 'small'"
    )
    expected = ["1g.10gb"]
    actual = list(profiles(selector(manifests, text)))
    assert expected == actual


def test_texts_are_no_part_of_the_bare_expression(manifests: Reader) -> None:
    """An equals sign in a text is no assignment."""
    expected = "device.attributes[''].a == ''"
    actual = selector(manifests, "device.attributes['d'].a == 'x=y'").bare
    assert expected == actual
