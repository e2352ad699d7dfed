"""Product labels that no GPU Feature Discovery writes."""

import re
from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Node,
    PodTemplate,
    Problem,
    UnusualSelection,
    check,
    is_placeholder,
    labels,
    mig,
    problem,
    products,
    slices,
)

_PRODUCT = "nvidia.com/gpu.product"
_LEGAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,62}\Z")


@check(each=UnusualSelection, words=("nvidia.com/gpu.product",))
def product_label_is_known(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find values of the product label that the catalogue lacks and that resemble one that it has.

    A value of another provider's label is found too. A value that a node of the facts carries is
    right whatever the catalogue says; one that nothing resembles may be a new card.
    """
    for each in pod.requirements:
        if each.key != _PRODUCT or each.operator not in ("In", "NotIn"):
            continue
        for number, value in enumerate(each.values):
            if not isinstance(value, str):
                continue
            parsed = products.parse_label(value)
            if parsed.product is not None and not _is_of_other_card(parsed):
                continue
            carried = {node.labels.get(_PRODUCT) for node in context.cluster.of(Node)}
            if is_placeholder(value) or value in carried or not _LEGAL.match(value):
                continue
            if parsed.product is not None:
                near = _own(parsed)
                yield problem(each.places[number], value=value, near=near)
                continue
            near = labels.near_values(_PRODUCT, value)
            near = tuple(name for name in near if name in carried) or near
            if near:
                sure = "high" if each.required and each.operator == "In" else "medium"
                yield problem(each.places[number], value=value, near=near, confidence=sure)


def _is_of_other_card(label: products.ProductLabel) -> bool:
    """Whether the label names a slice that its card cannot make."""
    card, profile = label.product, slices.profile_of(f"{mig.PREFIX}{label.mig}")
    if card is None or label.mig is None or profile is None:
        return False
    if not card.mig_capable:
        return True
    return card.profiles is not None and card.profile(profile.name) is None


def _own(label: products.ProductLabel) -> tuple[str, ...]:
    """The same card with a slice of as many parts, or without one."""
    card, profile = label.product, slices.profile_of(f"{mig.PREFIX}{label.mig}")
    if card is None or profile is None:
        return ()
    names = slices.alike(profile, slices.offer(card))
    suffix = "-SHARED" if label.shared else ""
    made = tuple(f"{label.text}-MIG-{name.removeprefix(mig.PREFIX)}{suffix}" for name in names)
    return made or (label.text + suffix,)
