"""Gt and Lt compare integers."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_placeholder, problem

_INTEGER = re.compile(r"[+-]?[0-9]+\Z")


@check(each=PodTemplate, words=("Gt", "Lt"))
def comparison_is_integer(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find values of Gt and Lt that are no integers: accepted, and matched by no node (measured)."""
    for each in pod.requirements:
        if each.operator not in ("Gt", "Lt"):
            continue
        for value, place in zip(each.values, each.places, strict=True):
            if not isinstance(value, str) or _INTEGER.match(value):
                continue
            if is_placeholder(value):
                context.cannot_check(place)
            else:
                yield problem(place, key=each.key, operator=each.operator, value=value)
