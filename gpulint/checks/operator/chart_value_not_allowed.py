"""Values outside the few that a key of a chart takes."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import (
    ChartValues,
    Context,
    Problem,
    charts,
    check,
    is_placeholder,
    problem,
)


@check(each=ChartValues)
def chart_value_not_allowed(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Compare each value that has a closed choice with it; null deletes the default."""
    for path, value in values.entries():
        key = charts.chart_key(values.chart, path)
        if key is None or key.path != path or not key.values or value is None:
            continue
        place = values.at(*path)
        if is_placeholder(value):
            context.cannot_check(place)
        elif value not in key.values:
            yield problem(
                place,
                key=".".join(path),
                value=value,
                allowed=tuple(each or '""' for each in key.values),
                near=_near(value, key.values),
            )


def _near(value: object, allowed: tuple[str, ...]) -> tuple[str, ...]:
    # YAML reads a bare on and off as booleans
    written = {True: "on", False: "off"}.get(value) if isinstance(value, bool) else str(value)
    if written in allowed:
        return (f'"{written}" in quotes',)
    folded = {each.lower(): each for each in allowed if each}
    close = difflib.get_close_matches(str(value).lower(), folded, 1, 0.7)
    return tuple(folded[each] for each in close)
