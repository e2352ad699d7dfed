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
    problem,
    products,
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
            if not isinstance(value, str) or products.parse_label(value).product is not None:
                continue
            carried = {node.labels.get(_PRODUCT) for node in context.cluster.of(Node)}
            if is_placeholder(value) or value in carried or not _LEGAL.match(value):
                continue
            near = labels.near_values(_PRODUCT, value)
            near = tuple(name for name in near if name in carried) or near
            if near:
                sure = "high" if each.required and each.operator == "In" else "medium"
                yield problem(each.places[number], value=value, near=near, confidence=sure)
