"""Queries of metrics that DCGM does not have."""

from collections.abc import Iterator

from gpulint.authoring import Context, Exported, MetricQuery, Problem, check, dcgm, problem


@check(each=MetricQuery, words=("DCGM_",))
def metric_unknown(query: MetricQuery, context: Context) -> Iterator[Problem]:
    """Look each metric up among the fields of DCGM and the counters of the run."""
    exported = context.cluster.index(Exported)
    for name, place in query.metrics():
        if name not in dcgm.fields() and name not in exported.names and not name.endswith("_"):
            near = dcgm.near_fields(name)
            if near:
                yield problem(place, metric=name, near=near)
