"""Node affinity that the API server refuses."""

import re
from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    Place,
    PodTemplate,
    Problem,
    check,
    dig,
    is_placeholder,
    mapping,
    problem,
    sequence,
    text,
)

_AFFINITY = ("affinity", "nodeAffinity")
_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
_KEY = re.compile(r"(?:[a-z0-9.-]{1,253}/)?[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?\Z")
_OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")


@check(each=PodTemplate, words=("nodeAffinity",))
def affinity_is_accepted(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find unknown operators, values that do not suit the operator, and weights out of range.

    Source: kubernetes pkg/apis/core/validation, ValidateNodeSelectorRequirement.
    """
    for place, row in _expressions(pod):
        key, operator = text(row.get("key")), row.get("operator")
        if key and not is_placeholder(key) and not _KEY.match(key):
            yield problem(place.child("key"), key=key, fault="it is no key that a label can have")
        if not isinstance(operator, str) or is_placeholder(operator):
            continue
        field, fault = _fault(operator, row.get("values"))
        if fault:
            here = place.child(field) if field in row else place
            yield problem(here, key=key, fault=fault)
    for number, each in enumerate(_rows(pod, _PREFERRED)):
        weight = each.get("weight")
        if type(weight) is int and not 1 <= weight <= 100:
            place = pod.at(*_AFFINITY, _PREFERRED, number, "weight")
            yield problem(place, key="weight", fault=f"it is {weight}; write 1 to 100")


def _rows(pod: PodTemplate, *path: str) -> Iterator[Mapping[str, object]]:
    return iter(map(mapping, sequence(dig(pod.spec, (*_AFFINITY, *path)))))


def _expressions(pod: PodTemplate) -> Iterator[tuple[Place, Mapping[str, object]]]:
    for number, term in enumerate(_rows(pod, _REQUIRED, "nodeSelectorTerms")):
        place = pod.at(*_AFFINITY, _REQUIRED, "nodeSelectorTerms", number)
        yield from _below(place, term)
    for number, each in enumerate(_rows(pod, _PREFERRED)):
        place = pod.at(*_AFFINITY, _PREFERRED, number, "preference")
        yield from _below(place, mapping(each.get("preference")))


def _below(
    place: Place, term: Mapping[str, object]
) -> Iterator[tuple[Place, Mapping[str, object]]]:
    for number, row in enumerate(map(mapping, sequence(term.get("matchExpressions")))):
        yield place.child("matchExpressions", number), row


def _fault(operator: str, values: object) -> tuple[str, str]:
    listed = sequence(values)
    if operator not in _OPERATORS:
        return "operator", f"there is no operator {operator}; write one of {', '.join(_OPERATORS)}"
    if operator in ("In", "NotIn") and not listed and values in (None, []):
        return "values", f"{operator} needs values"
    if operator in ("Exists", "DoesNotExist") and listed:
        return "values", f"{operator} takes no values; remove them, or write In"
    if (
        operator in ("Gt", "Lt")
        and (values is None or isinstance(values, list))
        and len(listed) != 1
    ):
        return "values", f"{operator} takes exactly one value"
    if operator in ("Gt", "Lt") and text(next(iter(listed), "")).startswith(("-", "+")):
        return "values", f"{operator} takes a value without a sign"
    return "", ""
