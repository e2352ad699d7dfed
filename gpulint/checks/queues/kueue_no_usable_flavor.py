"""A pod's node selector and tolerations against the flavors of its queue."""

from collections.abc import Iterator

from gpulint.authoring import Context, Kueue, Problem, check, problem, queue_fit, queues


@check(each=queues.QueueReference)
def kueue_no_usable_flavor(
    reference: queues.QueueReference, context: Context, *, kind: str
) -> Iterator[Problem]:
    """Look for pods that no flavor of a resource lets in.

    kind: `selector` where the labels of a flavor contradict the pod, else `taint`.
    """
    index = context.cluster.index(Kueue)
    queue = index.behind(reference)
    for pod in reference.pods if queue is not None else ():
        for name, amount in pod.requests.items():
            if queue is None or amount.is_zero:
                continue
            found = queue_fit.obstacles(pod, queue, name, index)
            first = next((each for each in found if each.kind == kind), None)
            if first is None or (kind == "taint" and any(o.kind != kind for o in found)):
                continue
            yield problem(
                first.selector,
                related=[(each.place, each.words) for each in found],
                wanted=first.wanted,
                offered=tuple(dict.fromkeys(each.words for each in found)),
                queue=queue.name,
            )
            break
