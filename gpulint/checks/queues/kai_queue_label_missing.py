"""A pod for KAI's scheduler, and the queue that it would be counted in."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, kai, problem, text

_KEYS = (kai.QUEUE_LABEL, "runai/queue", "project")
_FALLBACK = "default-queue"


@check(each=PodTemplate, words=("kai-scheduler",))
def kai_queue_label_missing(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Look for a queue label on the pods or on the object that makes them.

    Newer releases fall back to a queue called default-queue, if somebody made one.
    """
    resource = pod.resource
    if pod.scheduler_name != kai.SCHEDULER or resource.fragment:
        return
    if any(text(side.get(key)) for side in (pod.labels, resource.labels) for key in _KEYS):
        return
    if context.cluster.index(kai.KaiQueues).is_known(_FALLBACK) or _is_in_group(pod):
        return
    yield problem(pod.at("schedulerName"), kind=resource.kind, label=kai.QUEUE_LABEL)


def _is_in_group(pod: PodTemplate) -> bool:
    """Whether the pods join a PodGroup, which names the queue for them."""
    return any("pod-group" in key for key in (*pod.labels, *pod.annotations))
