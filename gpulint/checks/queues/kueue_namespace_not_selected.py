"""The namespace of a LocalQueue against the selector of its ClusterQueue."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Kueue,
    Place,
    Problem,
    Resource,
    check,
    is_placeholder,
    kueue,
    mapping,
    problem,
    sequence,
    text,
)

_NAME = "kubernetes.io/metadata.name"


@check(each=kueue.LocalQueue)
def kueue_namespace_not_selected(local: kueue.LocalQueue, context: Context) -> Iterator[Problem]:
    """Compare the selector with the labels of the namespace, as far as these are known.

    Every namespace carries its own name as a label; other labels need its object.
    """
    queue = context.cluster.index(Kueue).cluster_queue(local)
    namespace = local.resource.namespace
    if queue is None or not namespace or is_placeholder(namespace):
        return
    found = context.cluster.named("", "Namespace", namespace)
    labels = {**(found.labels if found is not None else {}), _NAME: namespace}
    for key, values, place in _demands(queue.resource):
        known = key in labels or (found is not None and found.from_facts)
        if any(map(is_placeholder, values)) or not known:
            continue
        if labels.get(key) not in values:
            yield problem(
                local.resource.at("spec", "clusterQueue"),
                related=[(place, "only these namespaces may use the queue")],
                queue=queue.name,
                namespace=namespace,
                wanted=f"{key}={' or '.join(map(str, values))}",
            )
            return


def _demands(queue: Resource) -> Iterator[tuple[str, tuple[object, ...], Place]]:
    """Each label that a namespace must have, with the values that will do."""
    selector = mapping(queue.get("spec", "namespaceSelector"))
    at = queue.at("spec", "namespaceSelector")
    for key, value in mapping(selector.get("matchLabels")).items():
        yield key, (value,), at.child("matchLabels", key)
    for index, each in enumerate(map(mapping, sequence(selector.get("matchExpressions")))):
        values = tuple(sequence(each.get("values")))
        if each.get("operator") == "In" and values:
            yield text(each.get("key")), values, at.child("matchExpressions", index)
