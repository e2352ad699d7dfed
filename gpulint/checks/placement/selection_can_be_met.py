"""Demands on one node label that contradict each other."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    Requirement,
    check,
    dig,
    is_placeholder,
    problem,
    sequence,
    whole_number,
)

_PATH = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")


@check(each=PodTemplate, words=("nodeAffinity",))
def selection_can_be_met(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods of which every affinity term, with the nodeSelector, asks a label for two things.

    Terms are alternatives: one that can be met makes the pod right, whatever the others say.
    """
    count = len(sequence(dig(pod.spec, (*_PATH, "nodeSelectorTerms"))))
    required = [each for each in pod.requirements if each.required and _is_clear(each)]
    selector = [each for each in required if each.term == -1]
    clashes = []
    for term in range(count):
        clash = _clash([*selector, *(each for each in required if each.term == term)])
        if clash is None:
            return
        clashes.append(clash)
    for earlier, later in clashes[:1]:
        yield problem(
            later.places[0] if later.places else later.around,
            related=[(earlier.places[0] if earlier.places else earlier.around, "the other demand")],
            key=later.key,
            one=_words(earlier),
            other=_words(later),
        )


def _is_clear(each: Requirement) -> bool:
    return all(isinstance(value, str) and not is_placeholder(value) for value in each.values)


def _clash(demands: list[Requirement]) -> tuple[Requirement, Requirement] | None:
    """The first two demands that no value of their label meets together."""
    for number, later in enumerate(demands):
        for earlier in demands[:number]:
            if earlier.key == later.key and not _together(earlier, later):
                return earlier, later
    return None


def _together(one: Requirement, two: Requirement) -> bool:
    """Whether some value of the label, or its absence, meets both."""
    if {one.operator, two.operator} == {"Gt", "Lt"}:
        low, high = (one, two) if one.operator == "Gt" else (two, one)
        least, most = _number(low), _number(high)
        return least is None or most is None or most - least > 1
    if two.operator == "In" and one.operator != "In":
        one, two = two, one
    if one.operator == "In" and one.values:
        return any(_meets(str(value), two) for value in one.values)
    presence = {"Exists", "Gt", "Lt"}
    if "DoesNotExist" in (one.operator, two.operator):
        return not presence & {one.operator, two.operator}
    return True


def _meets(value: str, demand: Requirement) -> bool:
    if demand.operator == "In":
        return value in demand.values
    if demand.operator == "NotIn":
        return value not in demand.values
    if demand.operator in ("Gt", "Lt"):
        bound, number = _number(demand), whole_number(value)
        if bound is None or number is None:
            return True
        return number > bound if demand.operator == "Gt" else number < bound
    return demand.operator != "DoesNotExist"


def _number(demand: Requirement) -> int | None:
    return whole_number(str(demand.values[0])) if len(demand.values) == 1 else None


def _words(demand: Requirement) -> str:
    return " ".join((demand.operator, ", ".join(map(str, demand.values)))).strip()
