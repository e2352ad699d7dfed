"""A workload with GPUs in a KAI queue that has none to give."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, kai, problem, queue_need, queues, resources


@check(each=queues.QueueReference)
def kai_queue_without_gpus(reference: queues.QueueReference, context: Context) -> Iterator[Problem]:
    """Look for a queue whose resources say nothing about GPUs: quota and limit are then 0."""
    if reference.system != queues.KAI:
        return
    queue = context.cluster.index(kai.KaiQueues).get(reference.name, reference.resource)
    if queue is None or not queue.states_resources or queue.states("gpu"):
        return
    for pod in reference.pods:
        for name in pod.accelerators:
            accelerator = resources.accelerator(name)
            if accelerator is not None and accelerator.kind in ("gpu", "mig"):
                yield problem(
                    queue_need.amount_place(pod, name),
                    part="key",
                    related=[
                        (queue.resource.at("spec", "resources"), "the resources of the queue")
                    ],
                    resource=name,
                    queue=queue.name,
                )
                return
