"""Keys of a chart's values that no release knows."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, charts, check, problem


@check(each=ChartValues)
def chart_key_unknown(
    values: ChartValues, context: Context, *, misspelt: bool
) -> Iterator[Problem]:
    """Look every key up in the table of the chart.

    misspelt: report the keys that resemble a real one; otherwise those that resemble none, and only
    where the release is pinned and known, for a newer one may have new keys.
    """
    if values.is_object:
        return
    release = context.manifests.index(Charts).release(values)
    known_release = release is not None and release <= charts.last_release(values.chart)
    for path, _ in values.entries():
        if charts.chart_key(values.chart, path) is not None or not _parent_is_known(values, path):
            continue
        near = _near(values, path)
        if bool(near) != misspelt or path[-1].startswith(("x-", "_", ".")):
            continue
        if not near and (not known_release or (len(path) == 1 and values.carrier == "file")):
            continue  # beside the chart's keys a file may hold keys of other charts
        yield problem(values.key_at(*path), key=".".join(path), chart=values.chart, near=near)


def _parent_is_known(values: ChartValues, path: tuple[str, ...]) -> bool:
    above = path[:-1]
    return not above or charts.chart_key(values.chart, above) is not None


def _near(values: ChartValues, path: tuple[str, ...]) -> tuple[str, ...]:
    """Full names of keys that may be meant: alike and beside it, or the same name elsewhere."""
    found = charts.near_keys(values.chart, path[:-1], path[-1])
    alike = tuple(name for name in found if not values.has(*path[:-1], name))
    if alike or len(path) == 1:
        return tuple(".".join((*path[:-1], name)) for name in alike)
    place = charts.place_of(values.chart, path[-1], path[0])
    return () if place is None else (".".join(place),)
