"""PCI device ids of cards that split, as the device filters of MIG layouts name them."""

import re

from gpulint.catalog.products import Product, product
from gpulint.catalog.tables import table

# 0x, device id, vendor id 10DE; since mig-parted 0.15 a subsystem may follow.
_FILTER = re.compile(r"0x([0-9a-f]{4})10de(:0x[0-9a-f]{8})?")


def products_of_device(text: str) -> tuple[Product, ...]:
    """Cards that a device filter names; empty for an id that the catalogue does not know."""
    found = _FILTER.fullmatch(text.lower())
    if found is None:
        return ()
    labels = table("devices")["devices"].get(found[1].upper(), ())
    cards = (product(label) for label in labels)
    return tuple(card for card in cards if card is not None)
