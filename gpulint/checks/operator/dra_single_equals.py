"""CEL selectors with one equals sign."""

import re
from collections.abc import Iterator

from gpulint.authoring import CelSelector, Context, Problem, check, is_template, problem

_SINGLE = re.compile(r"(?<![=!<>])=(?!=)")


@check(each=CelSelector, words=("resource.k8s.io",))
def dra_single_equals(selector: CelSelector, context: Context) -> Iterator[Problem]:
    """Find `=` outside texts where the language knows only `==`."""
    if is_template(selector.expression):
        context.cannot_check(selector.place)
    elif _SINGLE.search(selector.bare):
        yield problem(selector.place)
