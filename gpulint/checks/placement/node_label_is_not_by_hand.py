"""Labels that GPU Feature Discovery owns cannot be set in a Node manifest."""

from collections.abc import Iterator

from gpulint.authoring import Context, Node, Problem, check, labels, problem


@check(each=Node)
def node_label_is_not_by_hand(node: Node, context: Context) -> Iterator[Problem]:
    """Find such labels in Node manifests that people wrote; what a cluster printed has a status."""
    if "status" in node.resource.value:
        return
    for key, value in node.labels.items():
        fact = labels.label(key)
        if fact is not None and fact.owner == "gfd" and not fact.never_written:
            near = labels.near_values(key, value)
            place = node.resource.at("metadata", "labels", key)
            yield problem(place, part="key", key=key, value=value, near=near)
