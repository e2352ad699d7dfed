"""Names that resemble a text."""

import pytest

from gpulint.catalog.near import near_names

NAMES = (
    "ada-lovelace",
    "ampere",
    "hopper",
    "nvidia-h100-80gb",
    "nvidia-h100-mega-80gb",
    "nvidia-b200",
)


def test_names_by_their_start_can_be_left_out() -> None:
    """Where unknown names are common, a longer one is no hint."""
    expected = ()
    actual = near_names("ada", NAMES, by_start=False)
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Ampere", ("ampere",)),
        ("Ada_Lovelace", ("ada-lovelace",)),
        ("ada", ("ada-lovelace",)),
        ("nvidia-h100", ("nvidia-h100-80gb", "nvidia-h100-mega-80gb", "nvidia-b200")),
        ("hoppr", ("hopper",)),
        ("volta", ()),
        ("hopper", ()),
    ],
)
def test_near_names_come_likeliest_first(text: str, near: tuple[str, ...]) -> None:
    """The first one becomes the hint."""
    assert near == near_names(text, NAMES)
