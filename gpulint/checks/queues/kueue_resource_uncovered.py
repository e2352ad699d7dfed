"""Every resource that a pod requests against those that its ClusterQueue has quota for."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Kueue,
    PodTemplate,
    Problem,
    check,
    problem,
    queue_need,
    queues,
    resources,
)

_ALWAYS_COUNTED = frozenset({"cpu", "memory"})


@check(each=queues.QueueReference)
def kueue_resource_uncovered(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Compare requests with coveredResources; a configuration of Kueue may leave names out."""
    index = context.cluster.index(Kueue)
    queue = index.behind(reference)
    if queue is None or not queue.groups or queue.resource.fragment:
        return
    covered = tuple(dict.fromkeys(name for group in queue.groups for name in group.covered))
    groups = [(g.place.child("coveredResources"), "what the queue covers") for g in queue.groups]
    seen: set[str] = set()
    for pod in reference.pods:
        for name in _wanted(pod):
            if name in covered or name in seen or index.is_mapped(name):
                continue
            seen.add(name)
            yield problem(
                queue_need.amount_place(pod, name),
                part="key",
                related=[*groups, (reference.place, "the queue is chosen here")],
                confidence="high" if _is_certain(name) else "medium",
                resource=name,
                queue=queue.name,
                covered=covered,
                near=(),
            )


def _wanted(pod: PodTemplate) -> Iterator[str]:
    """Requests that count; memory and compute of virtual GPUs are converted by configuration."""
    for name, amount in pod.requests.items():
        accelerator = resources.accelerator(name)
        if not amount.is_zero and (accelerator is None or accelerator.countable):
            yield name


def _is_certain(name: str) -> bool:
    accelerator = resources.accelerator(name)
    whole = accelerator is not None and accelerator.kind in ("gpu", "tpu", "npu")
    return name in _ALWAYS_COUNTED or whole
