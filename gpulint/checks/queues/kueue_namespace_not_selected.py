"""The namespace of a LocalQueue against the selector of its ClusterQueue."""

from collections.abc import Iterator

from gpulint.authoring import Context, Kueue, Problem, check, kueue, mapping, problem

_NAME = "kubernetes.io/metadata.name"


@check(each=kueue.LocalQueue)
def kueue_namespace_not_selected(local: kueue.LocalQueue, context: Context) -> Iterator[Problem]:
    """Compare matchLabels with the labels of the namespace, as far as these are known.

    Every namespace carries its own name as a label; other labels need its object.
    """
    queue = context.cluster.index(Kueue).cluster_queue(local)
    namespace = local.resource.namespace
    if queue is None or not namespace:
        return
    wanted = mapping(queue.resource.get("spec", "namespaceSelector", "matchLabels"))
    found = context.cluster.named("", "Namespace", namespace)
    labels = {**(found.labels if found is not None else {}), _NAME: namespace}
    for key, value in wanted.items():
        known = key in labels or (found is not None and found.from_facts)
        if known and labels.get(key) != value:
            place = queue.resource.at("spec", "namespaceSelector", "matchLabels", key)
            yield problem(
                local.resource.at("spec", "clusterQueue"),
                related=[(place, "only these namespaces may use the queue")],
                queue=queue.name,
                namespace=namespace,
                wanted=f"{key}={value}",
            )
