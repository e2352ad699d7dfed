"""A workload priority class against the preemption of its ClusterQueue."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Kueue,
    Problem,
    check,
    priorities,
    problem,
    queues,
    text,
)

_PATH = ("preemption", "withinClusterQueue")


@check(each=queues.QueueReference)
def kueue_queue_never_preempts(
    reference: queues.QueueReference, context: Context, *, stated: bool
) -> Iterator[Problem]:
    """Look for a high class on a workload whose queue lets no workload preempt another.

    stated: speak where the queue says Never itself, else where it leaves Never as the default.
    """
    resource = reference.resource
    name = text(resource.labels.get(priorities.KUEUE_LABEL))
    queue = context.cluster.index(Kueue).behind(reference) if name else None
    if queue is None:
        return
    value = priorities.workload_class_value(context.cluster, name)
    policy = queue.resource.get("spec", *_PATH)
    never = policy == priorities.NEVER if stated else policy is None
    reclaim = queue.resource.get("spec", "preemption", "reclaimWithinCohort")
    if value is None or value <= 0 or not never:
        return
    if reclaim not in (None, priorities.NEVER):
        return
    label = resource.at("metadata", "labels", priorities.KUEUE_LABEL)
    place = queue.resource.field("spec", *_PATH).place
    at, other = (label, place) if queue.resource.from_facts else (place, label)
    yield problem(
        at,
        related=[(other, f"{resource.label} relies on it")],
        name=name,
        value=value,
        queue=queue.name,
        owner=resource.label,
    )
