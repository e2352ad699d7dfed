"""Label keys that nothing writes, or that current software no longer writes."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Node,
    PodTemplate,
    Problem,
    UnusualSelection,
    check,
    labels,
    problem,
)


@check(each=UnusualSelection, words=("nodeSelector", "nodeAffinity"))
def label_is_written(pod: PodTemplate, context: Context, *, fault: str) -> Iterator[Problem]:
    """Find selector keys of a sort: unwritten, deprecated or misspelt.

    A key that a node of the facts carries is right. Mere preferences, NotIn and DoesNotExist are
    left alone: they match without the label too.
    """
    for each in pod.requirements:
        if not each.required or each.operator in ("NotIn", "DoesNotExist"):
            continue
        near = labels.near_labels(each.key)
        if _fault(each.key, near) != fault:
            continue
        if not any(each.key in node.labels for node in context.cluster.of(Node)):
            yield problem(each.key_place, part="key", key=each.key, near=near)


def _fault(key: str, near: tuple[str, ...]) -> str:
    fact = labels.label(key)
    if fact is not None:
        return "unwritten" if fact.never_written else "deprecated" if fact.deprecated else ""
    return "misspelt" if near else ""
