"""A slice that no card of the cluster can make."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    fleet,
    mig,
    problem,
    products,
    slices,
)

_PRODUCT = "nvidia.com/gpu.product"


@check(each=PodTemplate)
def mig_profile_on_nodes(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare each MIG resource with the cards of the nodes that the pod may use.

    Silent when a node's card is unknown, when nodes can be added, and when a node offers the slice.
    """
    wanted = list(slices.slices(pod))
    if not wanted or slices.cards(pod) is not None:  # a selected card is the other rule's
        return
    nodes = context.cluster.index(fleet.fleet)
    groups = fleet.judge(pod, nodes).open
    carriers = [g.node for g in groups if _PRODUCT in g.node.labels or g.accelerators]
    cards = [products.parse_label(n.labels.get(_PRODUCT, "")).product for n in carriers]
    known = [card for card in cards if card is not None and card.profiles is not None]
    if nodes.grows or not cards or len(known) != len(cards):
        return
    seen: set[str] = set()
    for each in wanted:
        name, profile = each.amount.name, each.profile.name
        if name in seen or not mig.products_with(profile) or slices.is_declared(name, context):
            continue
        if any(card.profile(profile) is not None for card in known):
            continue
        seen.add(name)
        labels = tuple(dict.fromkeys(card.label for card in known))
        offers = tuple(dict.fromkeys(n for card in known for n in slices.offer(card)))
        yield problem(
            each.amount.place,
            part="key",
            related=[(carriers[0].resource.at("metadata", "labels", _PRODUCT), "a node's card")],
            resource=name,
            product=labels,
            offers=offers,
            near=slices.alike(each.profile, offers),
        )
