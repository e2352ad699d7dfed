"""More slices than one node can hold."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, mig, problem, slices


@check(each=PodTemplate, words=("nvidia.com/mig-",))
def mig_count_fits_node(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare the count of each profile with what the cards of one node can give at most.

    A node has as many cards as the selected machine type, or as the largest machine on sale.
    """
    selected = slices.cards(pod)
    cards_of_node = slices.cards_of_node(pod)
    for each in slices.slices(pod):
        offering = mig.products_with(each.profile.name)
        if selected is not None:
            offering = tuple(card for card in offering if card in selected.products)
        found = [card.profile(each.profile.name) for card in offering]
        per_card = max((profile.max_instances for profile in found if profile), default=0)
        count = each.amount.devices
        if each.shared or not per_card or count is None or count <= per_card * cards_of_node:
            continue
        yield problem(
            each.amount.place,
            resource=each.amount.name,
            count=count,
            per_card=per_card,
            cards=cards_of_node,
            most=per_card * cards_of_node,
        )
