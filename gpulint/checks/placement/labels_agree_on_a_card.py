"""Demands on several labels of one card must fit one card."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Node,
    PodTemplate,
    Problem,
    Requirement,
    check,
    problem,
    products,
    slices,
    whole_number,
)

_PRODUCT = "nvidia.com/gpu.product"
_FAMILY = "nvidia.com/gpu.family"
_MAJOR = "nvidia.com/gpu.compute.major"
_MEMORY = "nvidia.com/gpu.memory"
_OLD_DRIVERS = 0.95  # they reported up to 4 % less of the same card
_MACHINES = ("instance-type", "gke-accelerator")


@check(each=PodTemplate, words=(_FAMILY, _MAJOR, _MEMORY, *_MACHINES))
def labels_agree_on_a_card(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare family, compute capability, memory and machine with the products that a pod accepts."""
    cards = [each.product for each in pod.products if each.product is not None]
    if not cards or len(cards) < len(pod.products):
        return
    names = tuple(card.label for card in cards)
    for key, values_of in ((_FAMILY, _family), (_MAJOR, _major)):
        wanted = pod.allowed(key)
        real = {values_of(card) for card in cards}
        if wanted is None or "" in real or real & set(wanted):
            continue
        places = [r for r in pod.requirements if r.key == key and r.required and r.places]
        if places:
            yield problem(
                places[0].places[0], key=key, wanted=wanted, real=tuple(sorted(real)), cards=names
            )
    sizes = tuple(sorted({card.memory_mib for card in cards if card.memory_mib}))
    if all(card.memory_mib for card in cards) and all(each.mig is None for each in pod.products):
        carried = {node.labels.get(_MEMORY) for node in context.cluster.of(Node)}
        for each in _needed(pod, _MEMORY):
            is_carried = not carried.isdisjoint(map(str, each.values))
            if not is_carried and not any(_has_size(each, size) for size in sizes):
                words = " ".join((each.operator, *map(str, each.values))).removeprefix("In ")
                yield problem(each.places[0], key=_MEMORY, wanted=words, real=sizes, cards=names)
    yield from _machines(pod, names)


def _machines(pod: PodTemplate, names: tuple[str, ...]) -> Iterator[Problem]:
    for key in dict.fromkeys(r.key for r in pod.requirements if r.required and r.operator == "In"):
        if not key.endswith(_MACHINES):
            continue
        chosen = pod.allowed(key)
        built = [card.label for card in slices.products_of_label(key, chosen or ())]
        if chosen and built and not set(built) & set(names):
            place = next(r.places[0] for r in pod.requirements if r.key == _PRODUCT and r.places)
            yield problem(place, key=_PRODUCT, wanted=names, real=tuple(built), cards=chosen)


def _needed(pod: PodTemplate, key: str) -> Iterator[Requirement]:
    """Demands that hold whichever affinity term is taken: a nodeSelector, or the only term."""
    terms = {r.term for r in pod.requirements if r.required and r.term >= 0}
    for each in pod.requirements:
        if each.key == key and each.required and each.places and len(terms) <= 1:
            yield each


def _has_size(each: Requirement, size: int) -> bool:
    """Whether a card of that size may meet the demand, whatever its driver rounds."""
    numbers = [whole_number(value) for value in each.values if isinstance(value, str)]
    if not numbers or None in numbers:
        return True
    if each.operator == "In":
        return any(_may_report(size, number or 0) for number in numbers)
    if each.operator in ("Gt", "Lt") and len(numbers) == 1:
        bound = numbers[0] or 0
        return size > bound if each.operator == "Gt" else size * _OLD_DRIVERS < bound
    return True


def _may_report(size: int, number: int) -> bool:
    """Whether some driver may report it: a round number is what people write, not what cards say."""
    near = size * _OLD_DRIVERS <= number <= size / _OLD_DRIVERS
    return number == size or (near and number % 1024 != 0)


def _family(card: products.Product) -> str:
    return card.family or ""


def _major(card: products.Product) -> str:
    return (card.compute_capability or "").partition(".")[0]
