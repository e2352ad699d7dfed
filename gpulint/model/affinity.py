"""What a pod demands of nodes: labels by nodeSelector and affinity, taints by tolerations."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.resource import dig, mapping, sequence, text

_REQUIRED = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
_PREFERRED = ("affinity", "nodeAffinity", "preferredDuringSchedulingIgnoredDuringExecution")


class Requirement(NamedTuple):
    """One demand on node labels.

    operator: In, NotIn, Exists, DoesNotExist, Gt or Lt; nodeSelector counts as In with one value.
    values: as written, any type. around: the place of the expression, or of the nodeSelector.
    term: index of the affinity term, -1 for nodeSelector. required: False for a mere preference.
    is_expression: it has a key, an operator and values of its own.
    """

    key: str
    operator: str
    values: tuple[object, ...]
    around: Place
    term: int
    required: bool
    is_expression: bool = True

    @property
    def places(self) -> tuple[Place, ...]:
        """Where each value stands."""
        if not self.is_expression:
            return (self.around.child(self.key),)
        return tuple(self.around.child("values", number) for number in range(len(self.values)))

    @property
    def key_place(self) -> Place:
        """Where the key stands."""
        if self.is_expression:
            return self.around.child("key")
        return self.around.child(self.key)._replace(part="key")


class Toleration(NamedTuple):
    """One toleration with its place; empty strings where a field is absent."""

    key: str
    operator: str
    value: str
    effect: str
    place: Place

    def tolerates(self, key: str, value: str, effect: str) -> bool:
        """Whether it lets a pod pass the taint, as the scheduler's TaintToleration decides."""
        if self.effect and self.effect != effect:
            return False
        if self.key and self.key != key:
            return False
        if self.operator == "Exists":
            return True
        return self.operator in ("", "Equal") and bool(self.key) and self.value == value


def node_requirements(spec: Mapping[str, object], at: Place) -> tuple[Requirement, ...]:
    """Demands of a pod spec on node labels: nodeSelector, then required, then preferred affinity.

    at: the place of the pod spec. matchFields are no labels and are left out.
    """
    selector = mapping(spec.get("nodeSelector"))
    around = at.child("nodeSelector") if selector else at
    found = [
        Requirement(key, "In", (value,), around, -1, True, False) for key, value in selector.items()
    ]
    if "affinity" not in spec:
        return tuple(found)
    terms = sequence(dig(spec, (*_REQUIRED, "nodeSelectorTerms")))
    for index, term in enumerate(map(mapping, terms)):
        place = at.child(*_REQUIRED, "nodeSelectorTerms", index)
        found += _expressions(term, place, index, True)
    for index, weighted in enumerate(map(mapping, sequence(dig(spec, _PREFERRED)))):
        place = at.child(*_PREFERRED, index, "preference")
        found += _expressions(mapping(weighted.get("preference")), place, index, False)
    return tuple(found)


def _expressions(
    term: Mapping[str, object], place: Place, index: int, required: bool
) -> Iterator[Requirement]:
    for number, each in enumerate(map(mapping, sequence(term.get("matchExpressions")))):
        here = place.child("matchExpressions", number)
        key, operator = text(each.get("key")), text(each.get("operator"))
        values = tuple(sequence(each.get("values")))
        yield Requirement(key, operator, values, here, index, required)


def allowed_values(requirements: Sequence[Requirement], key: str) -> tuple[str, ...] | None:
    """Values that the requirements leave for a label; None when they do not constrain it.

    Affinity terms are alternatives: they constrain the key only when every one of them does.
    """
    selector = [r for r in requirements if r.term == -1 and r.key == key]
    if selector:
        return tuple(map(str, selector[0].values))
    required = [r for r in requirements if r.required and r.term >= 0]
    terms = {r.term for r in required}
    chosen = [r for r in required if r.key == key and r.operator == "In"]
    if not terms or {r.term for r in chosen} != terms:
        return None
    return tuple(dict.fromkeys(str(value) for r in chosen for value in r.values))


def tolerations(spec: Mapping[str, object], at: Place) -> tuple[Toleration, ...]:
    """The tolerations of a pod spec. at: the place of the pod spec."""
    return tuple(
        Toleration(
            text(each.get("key")),
            text(each.get("operator")),
            text(each.get("value")),
            text(each.get("effect")),
            at.child("tolerations", index),
        )
        for index, each in enumerate(map(mapping, sequence(spec.get("tolerations"))))
    )
