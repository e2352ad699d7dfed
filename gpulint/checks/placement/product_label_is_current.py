"""Product labels that only old drivers report."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Node,
    PodTemplate,
    Problem,
    UnusualSelection,
    check,
    problem,
    products,
)

_PRODUCT = "nvidia.com/gpu.product"


@check(each=UnusualSelection, words=(_PRODUCT,))
def product_label_is_current(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find spellings from before the vendor's name became part of it, unless a node carries them.

    A demand that also accepts the current spelling is fine.
    """
    for each in pod.requirements:
        if each.key != _PRODUCT or each.operator != "In" or not each.required:
            continue
        for number, value in enumerate(each.values):
            card = products.parse_label(str(value)).product
            if card is None or str(value).startswith(card.label):
                continue
            if any(node.labels.get(_PRODUCT) == value for node in context.cluster.of(Node)):
                continue
            current = str(value).replace(_alias(card, str(value)), card.label, 1)
            if current not in each.values:
                yield problem(each.places[number], value=value, near=(current,))


def _alias(card: products.Product, value: str) -> str:
    """The old spelling that the value begins with."""
    return max((name for name in card.aliases if value.startswith(name)), key=len, default=value)
