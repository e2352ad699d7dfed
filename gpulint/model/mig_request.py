"""MIG slices that pods ask for, and the cards on which those pods may run."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gpulint.catalog import labels as catalog_labels
from gpulint.catalog import mig as catalog_mig
from gpulint.catalog.instances import instance
from gpulint.catalog.mig import ProfileName
from gpulint.catalog.products import Product, all_products, parse_label, product
from gpulint.core.location import Place
from gpulint.model.container import Amount, Container
from gpulint.model.context import Context
from gpulint.model.node import Node
from gpulint.model.pod import PRODUCT_LABEL, PodTemplate

SHARED = ".shared"
_LARGEST = 16  # cards of the largest machine that clouds offer with cards that split
_FAMILY_LABEL = "nvidia.com/gpu.family"
_INSTANCE_TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")


class Slice(NamedTuple):
    """Slices of one profile in one container. shared: replicas of slices, by the name's `.shared`."""

    container: Container
    amount: Amount
    profile: ProfileName
    shared: bool


class Cards(NamedTuple):
    """Cards that the labels demanded by a pod allow.

    products: in the order of the values. words: the demand as `key=value`. place: where it stands.
    """

    products: tuple[Product, ...]
    words: str
    place: Place


def profile_of(name: str) -> ProfileName | None:
    """The profile behind a legal MIG resource name; None for any other name."""
    if not name.startswith(catalog_mig.PREFIX) or "+" in name:
        return None
    return catalog_mig.parse_profile(name[len(catalog_mig.PREFIX) :].removesuffix(SHARED))


def is_declared(name: str, context: Context) -> bool:
    """Whether a node, a device class or an external of the run knows the resource name."""
    if name in context.externals.get("Resource", ()):
        return True
    if any(name in node.allocatable for node in context.cluster.of(Node)):
        return True
    classes = context.cluster.by_kind("resource.k8s.io", "DeviceClass")
    return any(each.get("spec", "extendedResourceName") == name for each in classes)


def slices(pod: PodTemplate) -> Iterator[Slice]:
    """MIG slices of all containers, a line of limits before one of requests; zero counts left out."""
    for container in pod.all_containers:
        for amount in container.resources.accelerators().values():
            profile = profile_of(amount.name)
            if profile is not None and profile.compute_instances is None:
                yield Slice(container, amount, profile, amount.name.endswith(SHARED))


def cards(pod: PodTemplate) -> Cards | None:
    """The cards that a pod's selectors allow; None when they allow any, or one that is unknown.

    Labels of one card that contradict each other are another rule's: the first label counts then.
    """
    found: Cards | None = None
    keys = dict.fromkeys(r.key for r in pod.requirements if r.required and r.operator == "In")
    for key in keys:
        values = pod.allowed(key)
        allowed = products_of_label(key, values or ())
        if not allowed or not values:
            continue
        if found is None:
            place = next(r.places[0] for r in pod.requirements if r.key == key and r.places)
            found = Cards(allowed, f"{key}={' or '.join(values)}", place)
            continue
        both = tuple(each for each in found.products if each in allowed)
        found = found._replace(products=both or found.products)
    return found


def cards_of_node(pod: PodTemplate) -> int:
    """Cards that one node of the pod can have at most: by the machine types that it selects."""
    for key in _INSTANCE_TYPES:
        counts = [None if (m := instance(v)) is None else m.count for v in pod.allowed(key) or ()]
        known = [count for count in counts if count]
        if known and len(known) == len(counts):
            return max(known)
    return _LARGEST


def products_of_label(key: str, values: Iterable[str]) -> tuple[Product, ...]:
    """Cards behind values of a label; empty as soon as one of them is not known."""
    found: dict[str, Product] = {}
    for value in values:
        known = _products_of(key, value)
        if not known:
            return ()
        found |= {each.label: each for each in known}
    return tuple(found.values())


def _products_of(key: str, value: str) -> tuple[Product, ...]:
    if key == PRODUCT_LABEL:
        card = parse_label(value).product
        return () if card is None else (card,)
    if key == _FAMILY_LABEL:
        return tuple(each for each in all_products() if each.family == value)
    names = catalog_labels.products_of(key, value)
    if key in _INSTANCE_TYPES:
        machine = instance(value)
        names = () if machine is None or machine.product is None else (machine.product,)
    known = [product(name) for name in names]
    return () if None in known else tuple(each for each in known if each is not None)


def offer(card: Product) -> tuple[str, ...]:
    """Resource names that a card can give to slices, smallest first; empty where unknown or none."""
    names = [each.name for each in card.profiles or ()]
    plain = [name for name in names if "+" not in name and not name.endswith("-me")]
    return tuple(map(catalog_mig.resource_name, plain or names))


def alike(profile: ProfileName, offers: Iterable[str]) -> tuple[str, ...]:
    """The offered names that are as many slices as a profile, so likely what was meant."""
    named = ((name, profile_of(name)) for name in offers)
    return tuple(name for name, each in named if each is not None and each.slices == profile.slices)
