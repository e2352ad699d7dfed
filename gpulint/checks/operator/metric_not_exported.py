"""Queries of DCGM metrics that nobody exports."""

from collections.abc import Iterator

from gpulint.authoring import Context, Exported, MetricQuery, Problem, check, dcgm, problem


@check(each=MetricQuery, words=("DCGM_",))
def metric_not_exported(query: MetricQuery, context: Context) -> Iterator[Problem]:
    """Compare each metric with the counter lists of the run, or with the shipped list."""
    exported = context.cluster.index(Exported)
    for name, place in query.metrics():
        if name not in dcgm.fields() or name in exported.names:
            continue
        where = "the counter list" if exported.certain else "the list that the exporter ships with"
        yield problem(
            place,
            related=[] if exported.place is None else [(exported.place, "the list starts here")],
            metric=name,
            where=where,
            confidence="high" if exported.certain else "medium" if exported.likely else "low",
        )
