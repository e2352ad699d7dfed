"""The second link of Kueue's chain: a LocalQueue names a ClusterQueue."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, is_placeholder, kueue, problem, queue_lookup


@check(each=kueue.LocalQueue)
def kueue_cluster_queue_missing(queue: kueue.LocalQueue, context: Context) -> Iterator[Problem]:
    """Look up the ClusterQueue that a LocalQueue stands for."""
    place = queue.resource.at("spec", "clusterQueue")
    if is_placeholder(queue.cluster_queue):
        context.cannot_check(place)
    elif queue.cluster_queue:
        absence = queue_lookup.missing(
            context, queue.resource, kueue.GROUP, "ClusterQueue", queue.cluster_queue
        )
        if absence is not None:
            yield problem(
                place,
                confidence=absence.confidence,
                queue=queue.resource.name,
                cluster_queue=queue.cluster_queue,
                near=absence.near,
            )
