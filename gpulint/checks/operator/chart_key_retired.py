"""Keys that the installed release of a chart has dropped, or does not have yet."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, charts, check, problem


@check(each=ChartValues)
def chart_key_retired(values: ChartValues, context: Context, *, fault: str) -> Iterator[Problem]:
    """Compare each key's releases with the one that the carrier pins.

    fault: `removed` (the pinned release dropped it), `too-new` (it came later) or `removed-lately`
    (no release is pinned, and the newest one lacks it).
    """
    if values.is_object:
        return
    release = context.manifests.index(Charts).release(values)
    newest = charts.last_release(values.chart)
    for path, value in values.entries():
        key = charts.chart_key(values.chart, path)
        if key is None or key.path != path or _is_above_told(values, path):
            continue
        removed = key.gone_in(release or newest)
        found = {
            "removed": removed and release is not None,
            "too-new": release is not None and key.came_after(release),
            "removed-lately": removed and release is None,
        }
        if found[fault] and _says_something(value):
            yield problem(
                values.key_at(*path),
                key=".".join(path),
                chart=values.chart,
                release=(release or newest).text,
                since=key.since.text if key.since else "",
                until=key.until.text if key.until else "",
                instead=f"write {key.successor} instead" if key.successor else "remove it",
            )


def _is_above_told(values: ChartValues, path: tuple[str, ...]) -> bool:
    """Whether the key above has the same fate, so that telling it once is enough."""
    own = charts.chart_key(values.chart, path)
    above = charts.chart_key(values.chart, path[:-1]) if len(path) > 1 else None
    if own is None or above is None:
        return False
    return (above.since, above.until) == (own.since, own.until) != (None, None)


def _says_something(value: object) -> bool:
    """Whether a value differs from an old default that was copied: off and empty."""
    if isinstance(value, dict):
        return any(map(_says_something, value.values()))
    return value not in (None, False, "", [])
