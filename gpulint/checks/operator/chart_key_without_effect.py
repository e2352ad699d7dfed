"""Keys that a chart accepts and never reads."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, charts, check, problem


@check(each=ChartValues)
def chart_key_without_effect(values: ChartValues, context: Context) -> Iterator[Problem]:
    """Find keys that the templates of the release leave out; defaults that were copied do no harm."""
    if values.is_object:
        return
    release = context.manifests.index(Charts).release(values)
    for path, value in values.entries():
        key = charts.chart_key(values.chart, path)
        if key is None or key.path != path or key.idle is None or isinstance(value, dict):
            continue
        if value in (None, False, "", []) or value == key.default:
            continue
        always = key.idle == key.since
        if release is not None and (release < key.idle or key.gone_in(release)):
            continue
        yield problem(
            values.key_at(*path),
            key=".".join(path),
            chart=values.chart,
            since=key.idle.text,
            note=key.note,
            confidence="high" if release is not None or always else "low",
        )
