"""A workload's whole need against the most that its ClusterQueue can ever give."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gangs,
    Kueue,
    Problem,
    check,
    problem,
    queue_fit,
    queue_need,
    queues,
)


@check(each=queues.QueueReference)
def kueue_workload_above_capacity(
    reference: queues.QueueReference, context: Context, *, split: bool
) -> Iterator[Problem]:
    """Compare, per resource, the sum over the pods with nominal quota and what can be borrowed.

    split: speak where the flavors together would hold the pods of one role, which take one flavor.
    """
    index = context.cluster.index(Kueue)
    queue = index.behind(reference)
    if queue is None:
        return
    known = context.complete or bool(context.facts.by_kind("kueue.x-k8s.io", "ClusterQueue"))
    members = context.manifests.index(Gangs).members_of(reference.resource)
    for name, need in queue_fit.needs_of(reference, members, queue).items():
        short = queue_fit.shortage(need, queue, index)
        if short is None or short.split is not split or index.is_mapped(name):
            continue
        if short.pooled and not (known or index.has_cohort_in_file(queue)):
            continue
        yield problem(
            need.place,
            related=[
                (short.place, "the quota that bounds it"),
                (reference.place, "the queue is chosen here"),
                *need.related,
            ],
            confidence="medium" if short.pooled and not known else "high",
            need=need.text,
            resource=name,
            most=queue_need.shown(name, short.most),
            queue=queue.name,
            flavor=short.flavor,
        )
