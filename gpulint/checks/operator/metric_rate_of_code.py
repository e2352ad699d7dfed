"""Rates of metrics that hold a code."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, MetricQuery, Problem, check, dcgm, problem

_RATE = re.compile(r"\b(rate|irate|increase)\s*\(\s*(?:\w+\s*\(\s*)*(DCGM_(?:FI|EXP)_[A-Z0-9_]+)")


@check(each=MetricQuery, words=("DCGM_",))
def metric_rate_of_code(query: MetricQuery, context: Context) -> Iterator[Problem]:
    """Find rate() and increase() over a gauge that shows the last code of an error."""
    for found in _RATE.finditer(query.expression):
        if dcgm.holds_a_code(found[2]):
            yield problem(
                query.at(found.start(1), found.end(2)), function=found[1], metric=found[2]
            )
