"""Product labels that only old drivers report."""

from collections.abc import Iterator

from gpulint.authoring import Context, Node, PodTemplate, Problem, check, problem, products

_PRODUCT = "nvidia.com/gpu.product"


@check(each=PodTemplate, words=(_PRODUCT,))
def product_label_is_current(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find spellings from before the vendor's name became part of it, unless a node carries them.

    A demand that also accepts the current spelling is fine.
    """
    carried = {node.labels.get(_PRODUCT) for node in context.cluster.of(Node)}
    for each in pod.requirements:
        if each.key != _PRODUCT or each.operator != "In" or not each.required:
            continue
        known = [products.parse_label(str(value)) for value in each.values]
        for value, label, place in zip(each.values, known, each.places, strict=True):
            card = label.product
            if card is None or value in carried or str(value).startswith(card.label):
                continue
            current = str(value).replace(_alias(card, str(value)), card.label, 1)
            if current not in each.values:
                yield problem(place, value=value, near=(current,))


def _alias(card: products.Product, value: str) -> str:
    """The old spelling that the value begins with."""
    return max((name for name in card.aliases if value.startswith(name)), key=len, default=value)
