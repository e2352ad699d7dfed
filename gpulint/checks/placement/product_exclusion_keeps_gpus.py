"""NotIn also matches nodes that lack the label."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, labels, problem


@check(each=PodTemplate, words=("NotIn",))
def product_exclusion_keeps_gpus(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods that exclude cards by label, demand no card, and ask for none.

    With a GPU limit the scheduler keeps them on GPU nodes anyway, so such pods are left alone.
    """
    required = [each for each in pod.requirements if each.required]
    if pod.accelerators or pod.get("resourceClaims"):
        return
    for each in required:
        fact = labels.label(each.key)
        if each.operator != "NotIn" or fact is None or fact.owner != "gfd":
            continue
        if not any(o.term == each.term and o.operator in ("Exists", "In") for o in required):
            yield problem(each.key_place, part="value", key=each.key)
