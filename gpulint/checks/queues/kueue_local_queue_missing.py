"""The first link of Kueue's chain: the queue label names a LocalQueue."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Kueue,
    Problem,
    check,
    is_placeholder,
    kueue,
    problem,
    queue_lookup,
    queues,
)


@check(each=queues.QueueReference)
def kueue_local_queue_missing(
    reference: queues.QueueReference, context: Context, *, elsewhere: bool
) -> Iterator[Problem]:
    """Look the named LocalQueue up in the workload's namespace.

    elsewhere: speak only where another namespace has a queue of that name, or only where none has.
    """
    if reference.system != queues.KUEUE:
        return
    if is_placeholder(reference.name):
        context.cannot_check(reference.place)
        return
    namespace = reference.resource.namespace
    absence = queue_lookup.missing(
        context, reference.resource, kueue.GROUP, "LocalQueue", reference.name, namespace
    )
    if absence is None:
        return
    index = context.cluster.index(Kueue)
    others = index.local_queues(reference.name)
    if bool(others) is not elsewhere:
        return
    cluster_queue = context.cluster.named(kueue.GROUP, "ClusterQueue", reference.name)
    instead = () if cluster_queue is None else tuple(index.names_behind(reference.name, namespace))
    yield problem(
        reference.place,
        related=[(q.resource.at("metadata", "namespace"), "it is defined here") for q in others],
        confidence=absence.confidence,
        queue=reference.name,
        namespace=namespace or "its namespace",
        found_in=tuple(q.resource.namespace for q in others),
        near=instead or absence.near,
    )
