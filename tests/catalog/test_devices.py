"""PCI device ids of cards that split."""

import pytest

from gpulint.catalog.devices import products_of_device


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("0x20B710DE", ["NVIDIA-A30"]),
        ("0x20b710de", ["NVIDIA-A30"]),
        ("0x233010DE:0x16C110DE", ["NVIDIA-H100-80GB-HBM3"]),
        ("0x233B10DE", ["NVIDIA-H200-NVL"]),
        ("0xFFFF10DE", []),
        ("0x20B71002", []),
        ("A30", []),
    ],
)
def test_device_filter_names_cards(text: str, labels: list[str]) -> None:
    """An unknown id must not be taken for a card that it is not."""
    actual = [card.label for card in products_of_device(text)]
    expected = labels
    assert expected == actual
