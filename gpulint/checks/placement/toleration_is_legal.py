"""Tolerations that the API server refuses."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    mapping,
    problem,
    sequence,
    text,
)

_OPERATORS = ("", "Equal", "Exists", "Lt", "Gt")
_EFFECTS = ("", "NoSchedule", "PreferNoSchedule", "NoExecute")


@check(each=PodTemplate, words=("tolerations",))
def toleration_is_legal(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find Exists with a value, no key without Exists, seconds without NoExecute, wrong words.

    Source: kubernetes pkg/apis/core/validation, ValidateTolerations.
    """
    for number, row in enumerate(map(mapping, sequence(pod.get("tolerations")))):
        for field, fault in _faults(row):
            steps = (number, field) if field in row else (number,)
            key = text(row.get("key")) or "(no key)"
            yield problem(pod.at("tolerations", *steps), key=key, fault=fault)


def _faults(row: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    operator, effect = text(row.get("operator")), text(row.get("effect"))
    if operator not in _OPERATORS:
        yield "operator", f"the operator is {operator}; write Equal or Exists"
    elif operator == "Exists" and text(row.get("value")):
        yield "value", "with Exists no value may stand; remove it, or write Equal"
    elif operator != "Exists" and not text(row.get("key")):
        yield "operator", "without a key the operator must be Exists"
    if effect not in _EFFECTS:
        yield "effect", f"the effect is {effect}; write NoSchedule or NoExecute"
    elif "tolerationSeconds" in row and effect != "NoExecute":
        yield "tolerationSeconds", "seconds may stand with the effect NoExecute alone"
