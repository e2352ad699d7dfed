"""How much of a card a device is: a whole one, a share of one, or a MIG slice."""

from fractions import Fraction

from gpulint.catalog import mig
from gpulint.catalog.products import Product, parse_label
from gpulint.catalog.resources import accelerator
from gpulint.model.node import Node
from gpulint.model.pod import PRODUCT_LABEL
from gpulint.model.quantity import whole_number

_SEVEN = 7


def product_of(node: Node) -> Product | None:
    """The card of a node; None when its label is absent or not known."""
    return parse_label(node.labels.get(PRODUCT_LABEL, "")).product


def share(node: Node, resource: str) -> Fraction:
    """The part of a card that one device of a resource is on this node; 0 for what is no device.

    Compute slices count for MIG, and the replicas that discovery tells for shared cards.
    """
    fact = accelerator(resource)
    if fact is None or not fact.countable:
        return Fraction(0)
    profile = mig.profile_of_resource(resource)
    replicas = _replicas(node, resource)
    if profile is None:
        single = parse_label(node.labels.get(PRODUCT_LABEL, "")).mig
        profile = None if single is None else single.replace(".me", "+me")
        if profile is None or resource != "nvidia.com/gpu":
            return Fraction(1, replicas)
    card = product_of(node)
    known = None if card is None else card.profile(profile)
    parsed = mig.parse_profile(profile)
    slices = known.compute_slices if known else parsed.slices if parsed else 1
    return Fraction(slices, (card.compute_slices if card else 0) or _SEVEN) / replicas


def _replicas(node: Node, resource: str) -> int:
    plain = resource.removesuffix(".shared")
    stated = node.labels.get(f"{plain}.replicas", "")
    is_shared = node.labels.get(f"{plain}.sharing-strategy", "none") != "none" or (
        resource.endswith(".shared") or node.labels.get(PRODUCT_LABEL, "").endswith("-SHARED")
    )
    return (whole_number(stated) or 1) if is_shared else 1


def cards_of(node: Node) -> Fraction:
    """Cards of a node: as discovery counts them, at least what its devices add up to."""
    listed = sum(
        (
            share(node, name) * (amount.whole or 0)
            for name, amount in node.allocatable.items()
            if accelerator(name) is not None
        ),
        Fraction(0),
    )
    stated = node.labels.get("nvidia.com/gpu.count", "")
    counted = Fraction(whole_number(stated) or 0)
    # under the single strategy discovery counts slices, not cards
    is_single = parse_label(node.labels.get(PRODUCT_LABEL, "")).mig is not None
    return listed if is_single or counted > 16 else max(listed, counted)
