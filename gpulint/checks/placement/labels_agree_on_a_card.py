"""Demands on several labels of one card must fit one card."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, products

_FAMILY = "nvidia.com/gpu.family"
_MAJOR = "nvidia.com/gpu.compute.major"


@check(each=PodTemplate, words=(_FAMILY, _MAJOR))
def labels_agree_on_a_card(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare family and compute capability with the products that the pod accepts."""
    cards = [each.product for each in pod.products]
    if not cards or any(card is None for card in cards):
        return
    for key, values_of in ((_FAMILY, _family), (_MAJOR, _major)):
        wanted = pod.allowed(key)
        real = {values_of(card) for card in cards if card is not None}
        if wanted is None or "" in real or real & set(wanted):
            continue
        places = [r for r in pod.requirements if r.key == key and r.required and r.places]
        names = tuple(card.label for card in cards if card is not None)
        if places:
            yield problem(
                places[0].places[0], key=key, wanted=wanted, real=tuple(sorted(real)), cards=names
            )


def _family(card: products.Product) -> str:
    return card.family or ""


def _major(card: products.Product) -> str:
    return (card.compute_capability or "").partition(".")[0]
