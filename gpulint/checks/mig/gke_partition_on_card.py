"""A GKE partition size that the selected accelerator does not have."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_placeholder, problem, slices

_SIZE = "cloud.google.com/gke-gpu-partition-size"


@check(each=PodTemplate, words=(_SIZE,))
def gke_partition_on_card(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare partition sizes with the MIG profiles of the cards that the pod selects.

    Silent for cards that split but whose profiles are not published.
    """
    selected = slices.cards(pod)
    if selected is None:
        return
    cards = selected.products
    if any(each.mig_capable and each.profiles is None for each in cards):
        return
    offers = tuple(dict.fromkeys(p.name for each in cards for p in each.profiles or ()))
    for each in pod.requirements:
        if each.key != _SIZE or not each.required or each.operator != "In":
            continue
        for value, place in zip(each.values, each.places, strict=True):
            if not isinstance(value, str) or is_placeholder(value) or value in offers:
                continue
            told = f"which has {', '.join(offers)}" if offers else "which does not split"
            yield problem(
                place,
                related=[(selected.place, "the card is selected here")],
                value=value,
                cards=tuple(card.label for card in cards),
                told=told,
            )
