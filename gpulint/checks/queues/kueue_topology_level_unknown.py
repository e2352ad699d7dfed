"""The level that a topology request names against the levels of the queue's topologies."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Kueue,
    Place,
    PodTemplate,
    Problem,
    check,
    is_placeholder,
    near_names,
    problem,
    queues,
    text,
)

_KEYS = tuple(
    f"kueue.x-k8s.io/podset-{word}-topology" for word in ("required", "preferred", "slice-required")
)


@check(each=queues.QueueReference)
def kueue_topology_level_unknown(
    reference: queues.QueueReference, context: Context
) -> Iterator[Problem]:
    """Compare the label in each request with the levels, where all of them are known."""
    index = context.cluster.index(Kueue)
    queue = index.behind(reference)
    levels = None if queue is None else index.topology_levels(queue)
    if queue is None or levels is None:
        return
    for pod in reference.pods:
        for key, name, place in _requests(pod):
            if is_placeholder(name):
                context.cannot_check(place)
            elif name and name not in levels:
                yield problem(
                    place,
                    key=key,
                    level=name,
                    queue=queue.name,
                    levels=levels or ("none",),
                    near=near_names(name, levels),
                )


def _requests(pod: PodTemplate) -> Iterator[tuple[str, str, Place]]:
    for key in _KEYS:
        yield key, text(pod.annotations.get(key)), pod.at_metadata("annotations", key)
