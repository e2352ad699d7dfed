"""Values that a provider's or feature label never takes."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Node,
    PodTemplate,
    Problem,
    UnusualSelection,
    check,
    is_placeholder,
    labels,
    problem,
)

_PRODUCT = "nvidia.com/gpu.product"


@check(each=UnusualSelection, words=("nodeSelector", "nodeAffinity"))
def provider_label_value_is_known(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find values outside a label's known set, when one inside it was clearly meant.

    Where the set is complete every other value is wrong; where it is open, only a value that
    resembles a known one is reported. Values that nodes of the facts carry are right.
    """
    for each in pod.requirements:
        if each.key == _PRODUCT or each.operator not in ("In", "NotIn"):
            continue
        fact = labels.label(each.key)
        if fact is None:
            continue
        known = labels.known_values(each.key)
        carried = {node.labels.get(each.key) for node in context.cluster.of(Node)}
        for value, place in zip(each.values, each.places, strict=True):
            if not isinstance(value, str) or not known:
                continue
            near = labels.near_values(each.key, value)
            if is_placeholder(value) and not near:  # NVIDIA_TESLA_T4 looks like one
                continue
            if value in known or value in carried or not (near or fact.complete):
                continue
            sure = "high" if fact.complete else "medium"
            yield problem(place, key=each.key, value=value, near=near, known=known, confidence=sure)
