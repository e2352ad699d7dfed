"""Texts in CEL selectors that are no quantity or no version, which shows only when pods wait."""

import re
from collections.abc import Iterator

from gpulint.authoring import CelSelector, Context, Problem, check, parse_quantity, problem

_CALL = re.compile(r"\b(quantity|semver)\(\s*(?:\"([^\"]*)\"|'([^']*)')\s*\)")
_SEMVER = re.compile(r"\d+\.\d+\.\d+(?:[-+][\w.+-]+)?")


@check(each=CelSelector, words=("resource.k8s.io",))
def dra_literal(selector: CelSelector, context: Context) -> Iterator[Problem]:
    """Read every literal of quantity() and semver() as the scheduler will."""
    for call, double, single in _CALL.findall(selector.expression):
        value = double or single
        if call == "quantity" and parse_quantity(value) is None:
            right = value.removesuffix("B") + "i" if value.endswith("GB") else "a quantity"
            hint = f"write {value[:-1]}i" if value.endswith(("GB", "MB")) else f"write {right}"
            yield problem(selector.place, call=call, value=value, hint_text=hint)
        if call == "semver" and not _SEMVER.fullmatch(value):
            parts = [*value.lstrip("v").split("."), "0", "0"][:3]
            numbers = all(part.isdigit() for part in parts)
            hint = f"write {'.'.join(parts)}" if numbers else "write major.minor.patch"
            yield problem(selector.place, call=call, value=value, hint_text=hint)
