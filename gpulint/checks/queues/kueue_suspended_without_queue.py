"""A workload that is created suspended for Kueue and never handed to it."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Kueue,
    PodTemplate,
    Problem,
    Resource,
    check,
    kinds,
    kueue,
    problem,
)

_SUSPEND = (("spec", "suspend"), ("spec", "runPolicy", "suspend"))


@check(each=Resource, words=("LocalQueue",))
def kueue_suspended_without_queue(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for `suspend: true` without a queue label, where the namespace has LocalQueues.

    A LocalQueue called default takes in what names none.
    """
    row = kinds.workload_kind(resource.group, resource.kind, resource.version)
    if row is None or row.kueue != "object" or kueue.QUEUE_LABEL in resource.labels:
        return
    suspended = next((path for path in _SUSPEND if resource.get(*path) is True), None)
    queues = context.cluster.index(Kueue).of_namespace(resource)
    if suspended is None or not queues or resource.fragment:
        return
    names = sorted({queue.resource.name for queue in queues})
    pods = tuple(PodTemplate.from_resource(resource))
    if kueue.DEFAULT_LOCAL_QUEUE in names or not any(pod.accelerators for pod in pods):
        return
    if any(kueue.QUEUE_LABEL in pod.labels for pod in pods):
        return
    yield problem(
        resource.at(*suspended),
        related=[(queues[0].resource.at("metadata", "name"), "a LocalQueue of the namespace")],
        kind=resource.kind,
        queues=names,
    )
