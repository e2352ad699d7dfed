"""Workloads without a queue under a Kueue that manages everything."""

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

_FREE = ("kube-system", "kueue-system")


@check(each=Resource, words=("manageJobsWithoutQueueName",))
def kueue_unnamed_while_all_managed(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for GPU workloads without the label where Kueue's configuration suspends them all.

    A LocalQueue called default takes in what names none.
    """
    index = context.cluster.index(Kueue)
    row = kinds.workload_kind(resource.group, resource.kind, resource.version)
    if row is None or row.kueue != "object" or kueue.QUEUE_LABEL in resource.labels:
        return
    if not index.manages_all or resource.namespace in _FREE or resource.fragment:
        return
    # the configuration says which kinds are managed; pods and apps seldom are
    if resource.group in ("", "apps") or resource.metadata.get("ownerReferences"):
        return
    if index.local_queues(kueue.DEFAULT_LOCAL_QUEUE):
        return
    pods = tuple(PodTemplate.from_resource(resource))
    if any(pod.accelerators for pod in pods):
        yield problem(resource.at("metadata", "name"), kind=resource.kind)
