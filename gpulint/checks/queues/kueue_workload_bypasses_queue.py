"""GPU workloads that name no queue in a namespace with queues."""

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
def kueue_workload_bypasses_queue(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for a kind that Kueue manages, without the label; a suspended one is another rule's."""
    row = kinds.workload_kind(resource.group, resource.kind, resource.version)
    if row is None or row.kueue != "object" or kueue.QUEUE_LABEL in resource.labels:
        return
    if resource.fragment or any(resource.get(*path) is True for path in _SUSPEND):
        return
    found = context.cluster.index(Kueue).of_namespace(resource)
    names = sorted({queue.resource.name for queue in found})
    pods = tuple(PodTemplate.from_resource(resource)) if names else ()
    if kueue.DEFAULT_LOCAL_QUEUE in names or not any(pod.accelerators for pod in pods):
        return
    if not any(kueue.QUEUE_LABEL in pod.labels for pod in pods):
        yield problem(
            resource.at("metadata", "name"),
            related=[(found[0].resource.at("metadata", "name"), "a LocalQueue of the namespace")],
            kind=resource.kind,
            queues=names,
        )
