"""A slice that the selected card cannot make."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, mig, problem, slices


@check(each=PodTemplate, words=("nvidia.com/mig-",))
def mig_profile_on_product(
    pod: PodTemplate, context: Context, *, capable: bool
) -> Iterator[Problem]:
    """Compare each MIG resource with what the cards that the pod selects can offer.

    capable: speak of cards that split in another way, instead of cards that do not split at all.
    Silent for a profile that no card has, and for cards whose profiles are not published.
    """
    selected = slices.cards(pod)
    if selected is None or any(each.profiles is None for each in selected.products):
        return
    if any(each.mig_capable for each in selected.products) != capable:
        return
    products = tuple(each.label for each in selected.products)
    offers = tuple(dict.fromkeys(n for each in selected.products for n in slices.offer(each)))
    seen: set[str] = set()
    for each in slices.slices(pod):
        name, profile = each.amount.name, each.profile.name
        if name in seen or not mig.products_with(profile):
            continue
        if any(card.profile(profile) is not None for card in selected.products):
            continue
        seen.add(name)
        yield problem(
            each.amount.place,
            part="key",
            related=[(selected.place, "the card is selected here")],
            resource=name,
            product=products,
            offers=offers,
            near=slices.alike(each.profile, offers),
            elsewhere=tuple(card.label for card in mig.products_with(profile))[:3],
        )
