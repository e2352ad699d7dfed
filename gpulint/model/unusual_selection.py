"""The demands on node labels that differ from what most manifests hold; see `unusual`."""

from collections.abc import Iterator
from functools import lru_cache

from gpulint.catalog import labels, products
from gpulint.model.affinity import Requirement
from gpulint.model.pod import PRODUCT_LABEL, PodTemplate
from gpulint.model.quantity import is_placeholder
from gpulint.model.resource import Resource

_KEPT = 4096
_LONGEST = 64


class UnusualSelection:
    """The PodTemplates whose demands on node labels are not usual.

    Usual: required, with a key that is written today or resembles none that is, and values that the
    label is known to take.
    """

    @classmethod
    def from_resource(cls, resource: Resource) -> Iterator[PodTemplate]:
        """The pods of an object in whose demands something differs."""
        for pod in PodTemplate.from_resource(resource):
            if not all(map(is_usual_demand, pod.requirements)):
                yield pod


def is_usual_demand(demand: Requirement) -> bool:
    """Whether a demand on a label differs in nothing from what most manifests hold."""
    if not demand.required or demand.operator != "In":
        return False
    return all(
        isinstance(value, str) and len(value) <= _LONGEST and _is_usual_value(demand.key, value)
        for value in demand.values
    )


@lru_cache(_KEPT)
def _is_usual_value(key: str, value: str) -> bool:
    if not value or labels.LEGAL_VALUE.match(value) is None or is_placeholder(value):
        return False
    fact = labels.label(key)
    if fact is None:
        return not labels.near_labels(key)
    if fact.never_written or fact.deprecated:
        return False
    if key == PRODUCT_LABEL:
        card = products.parse_label(value).product
        return card is not None and value.startswith(card.label) and "-MIG-" not in value
    known = labels.known_values(key)
    return not known or value in known
