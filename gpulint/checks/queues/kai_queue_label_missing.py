"""A workload for KAI's scheduler, and the queue that it would be counted in."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    PodTemplate,
    Problem,
    Resource,
    check,
    kai,
    problem,
    text,
)

_KEYS = (kai.QUEUE_LABEL, "runai/queue", "project")
_FALLBACK = "default-queue"


@check(each=Resource, words=("kai-scheduler",))
def kai_queue_label_missing(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for a queue label on the pods or on the object that makes them.

    Newer releases fall back to a queue called default-queue, if somebody made one. An object is told
    once, at the annotation that should be a label where there is one.
    """
    pod = next(filter(_lacks, PodTemplate.from_resource(resource)), None)
    if pod is None or resource.fragment or _is_in_group(pod):
        return
    if context.cluster.index(kai.KaiQueues).is_known(_FALLBACK):
        return
    chosen = pod.at("schedulerName")
    annotation = next(_annotations(pod), None)
    if annotation is None:
        yield problem(chosen, kind=resource.kind, label=kai.QUEUE_LABEL)
        return
    related = [(chosen, "the scheduler is chosen here; it reads the queue from labels alone")]
    yield problem(
        annotation, part="key", related=related, kind=resource.kind, label=kai.QUEUE_LABEL
    )


def _lacks(pod: PodTemplate) -> bool:
    """Whether a pod of KAI's bears no queue, nor the object that makes it."""
    sides = (pod.labels, pod.resource.labels)
    named = any(text(side.get(key)) for side in sides for key in _KEYS)
    return pod.scheduler_name == kai.SCHEDULER and not named


def _annotations(pod: PodTemplate) -> Iterator[Place]:
    """Where annotations bear the name of the label."""
    for key in _KEYS[:2]:
        if text(pod.annotations.get(key)):
            yield pod.at_metadata("annotations", key)
        if text(pod.resource.annotations.get(key)):
            yield pod.resource.at("metadata", "annotations", key)


def _is_in_group(pod: PodTemplate) -> bool:
    """Whether the pods join a PodGroup, which names the queue for them."""
    return any("pod-group" in key for key in (*pod.labels, *pod.annotations))
