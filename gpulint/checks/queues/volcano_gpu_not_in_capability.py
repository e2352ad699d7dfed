"""The GPU names of a workload against those that its Volcano queue limits or grants."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, queue_need, queues, volcano


@check(each=queues.QueueReference)
def volcano_gpu_not_in_capability(
    reference: queues.QueueReference, context: Context, *, bound: str
) -> Iterator[Problem]:
    """Look for an accelerator that a queue leaves out of a list in which it has other resources.

    bound: capability or deserved.
    """
    if reference.system != queues.VOLCANO:
        return
    index = context.cluster.index(volcano.VolcanoQueues)
    queue = index.get(reference.name, reference.resource)
    listed = {} if queue is None else queue.amounts[bound]
    if queue is None or not listed:
        return
    seen: set[str] = set()
    for pod in reference.pods:
        for name in pod.accelerators:
            if name in listed or name in seen:
                continue
            seen.add(name)
            yield problem(
                queue_need.amount_place(pod, name),
                part="key",
                related=[(queue.resource.at("spec", bound), "the list of the queue")],
                resource=name,
                queue=queue.name,
                listed=tuple(listed),
            )
