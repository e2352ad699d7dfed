"""Tolerations that the API server refuses."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    Toleration,
    check,
    mapping,
    problem,
    sequence,
)

_OPERATORS = ("", "Equal", "Exists", "Lt", "Gt")
_EFFECTS = ("", "NoSchedule", "PreferNoSchedule", "NoExecute")


@check(each=PodTemplate, words=("tolerations",))
def toleration_is_legal(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find Exists with a value, no key without Exists, seconds without NoExecute, wrong words.

    Source: kubernetes pkg/apis/core/validation, ValidateTolerations.
    """
    rows = map(mapping, sequence(pod.get("tolerations")))
    for toleration, row in zip(pod.tolerations, rows, strict=True):
        for field, fault in _faults(toleration, "tolerationSeconds" in row):
            place = toleration.place.child(field) if field in row else toleration.place
            yield problem(place, key=toleration.key or "(no key)", fault=fault)


def _faults(each: Toleration, has_seconds: bool) -> Iterator[tuple[str, str]]:
    if each.operator not in _OPERATORS:
        yield "operator", f"the operator is {each.operator}; write Equal or Exists"
    elif each.operator == "Exists" and each.value:
        yield "value", "with Exists no value may stand; remove it, or write Equal"
    elif not each.key and each.operator != "Exists":
        yield "operator", "without a key the operator must be Exists"
    if each.effect not in _EFFECTS:
        yield "effect", f"the effect is {each.effect}; write NoSchedule or NoExecute"
    elif has_seconds and each.effect != "NoExecute":
        yield "tolerationSeconds", "seconds may stand with the effect NoExecute alone"
