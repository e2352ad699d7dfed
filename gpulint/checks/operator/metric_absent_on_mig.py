"""Utilization metrics that say nothing of MIG instances."""

from collections.abc import Iterator

from gpulint.authoring import Context, MetricQuery, MigUses, Problem, check, dcgm, problem


@check(each=MetricQuery, words=("DCGM_",))
def metric_absent_on_mig(query: MetricQuery, context: Context) -> Iterator[Problem]:
    """Look for MIG in the run where a query reads the utilization of whole cards."""
    uses = context.cluster.index(MigUses).uses
    if not uses:
        return
    for name, place in query.metrics():
        instead = dcgm.instead_on_mig(name)
        if instead is not None and instead not in query.expression:
            yield problem(
                place,
                related=[(uses[0].place, uses[0].words)],
                metric=name,
                instead=f"; {instead} tells it of instances too" if instead else "",
            )
