"""Workloads that KAI may not preempt, which live within the quota of their queue."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gangs,
    PodTemplate,
    Problem,
    check,
    kai,
    priorities,
    problem,
    queue_gang,
    queues,
    resources,
    text,
)

_PREEMPTIBILITY = "kai.scheduler/preemptibility"
_FIXED = "non-preemptible"
# Source: kai-scheduler/KAI-Scheduler docs/priority.
_FIXED_FROM = 100


@check(each=queues.QueueReference)
def kai_fixed_workload_above_quota(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Compare what must run at once with the GPU quota, for classes of 100 and more."""
    if reference.system != queues.KAI or not reference.pods:
        return
    name = _class(reference)
    queue = context.cluster.index(kai.KaiQueues).get(reference.name, reference.resource)
    if queue is None or not _is_fixed(reference, name, context):
        return
    quota = queue.amount("gpu", "quota")
    demand = queue_gang.kai_demand(reference, context.manifests.index(Gangs))
    if demand is None or quota.quantity is None or quota.unlimited:
        return
    for resource, need in demand.needs.items():
        accelerator = resources.accelerator(resource)
        if accelerator is None or accelerator.kind != "gpu" or demand.least(need) <= quota.quantity:
            continue
        yield problem(
            need.place,
            related=[(quota.place, "the quota"), (reference.place, "the queue is chosen here")],
            need=demand.words(need),
            resource=resource,
            queue=queue.name,
            most=quota.quantity,
            reason=f"class {name}" if name else _FIXED,
        )


def _label(reference: queues.QueueReference, key: str) -> str:
    first: PodTemplate = reference.pods[0]
    return text(reference.resource.labels.get(key)) or text(first.labels.get(key))


def _class(reference: queues.QueueReference) -> str:
    return _label(reference, priorities.KAI_LABEL) or reference.pods[0].priority_class


def _is_fixed(reference: queues.QueueReference, name: str, context: Context) -> bool:
    stated = _label(reference, _PREEMPTIBILITY)
    if stated:
        return stated == _FIXED
    index = context.cluster.index(priorities.PriorityClasses)
    found = index.of(name, reference.resource) if name else None
    value = priorities.KAI_CLASSES.get(name) if found is None else found.value
    return value is not None and value >= _FIXED_FROM
