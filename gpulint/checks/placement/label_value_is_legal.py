"""Values that no label can have."""

import re
from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    UnusualSelection,
    check,
    is_placeholder,
    labels,
    problem,
)

_LONGEST = 63


@check(each=UnusualSelection, words=("nodeSelector", "nodeAffinity"))
def label_value_is_legal(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find selector values that break the syntax of label values, and the legal one that is near.

    Source: kubernetes apimachinery pkg/util/validation, IsValidLabelValue.
    """
    for each in pod.requirements:
        if each.operator in ("Gt", "Lt"):
            continue
        for number, value in enumerate(each.values):
            if not isinstance(value, str) or labels.LEGAL_VALUE.match(value):
                continue
            place = each.places[number]
            if is_placeholder(value):
                context.cannot_check(place)
                continue
            near = labels.near_values(each.key, value)
            yield problem(place, key=each.key, value=value, fault=_fault(value), near=near)


def _fault(value: str) -> str:
    if len(value) > _LONGEST:
        return f"has {len(value)} characters, of which {_LONGEST} are allowed"
    bad = sorted(set(re.findall(r"[^A-Za-z0-9_.-]", value)))
    if bad:
        return "holds " + " and ".join("a blank" if c == " " else f"`{c}`" for c in bad[:3])
    return "must begin and end with a letter or digit"
