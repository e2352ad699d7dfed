"""Some node that the pod may use must offer each device that it asks for, and enough of it."""

from collections.abc import Iterator

from gpulint.authoring import (
    Amount,
    Context,
    PodTemplate,
    Problem,
    check,
    fleet,
    is_served_by_claims,
    problem,
    resources,
)


@check(each=PodTemplate)
def some_node_offers_the_device(
    pod: PodTemplate, context: Context, *, fault: str
) -> Iterator[Problem]:
    """Find devices that no node offers (fault: absent), or fewer of than one pod takes (too-few).

    Nodes that labels rule out do not count. A device class may serve the name without any node
    listing it, and an autoscaler may add nodes: then the check is silent.
    """
    if not context.knows_nodes or pod.resource.fragment:
        return
    nodes = context.cluster.index(fleet.fleet)
    verdict = fleet.judge(pod, nodes)
    reachable = (*verdict.open, *(group for group, _ in verdict.by_taint))
    if nodes.grows or not reachable:
        return
    for name, wanted in pod.accelerators.items():
        largest = fleet.most(reachable, name)
        amount = _amount(pod, name)
        if amount is None or is_served_by_claims(name, context) or _is_unlisted(name):
            continue
        if largest.is_zero and fault == "absent":
            offers = sorted({each for group in reachable for each in group.accelerators})
            yield problem(amount.place, part="key", resource=name, offers=offers or ["none"])
        elif not largest.is_zero and largest < wanted and fault == "too-few":
            yield problem(amount.place, resource=name, wanted=wanted, largest=largest)


def _is_unlisted(name: str) -> bool:
    """HAMi's limits are counted by its scheduler's extender; no node lists them."""
    fact = resources.accelerator(name)
    return fact is not None and fact.vendor == "HAMi" and not fact.countable


def _amount(pod: PodTemplate, name: str) -> Amount | None:
    for container in pod.all_containers:
        block = container.resources
        amount = block.limits.get(name) or block.requests.get(name)
        if amount is not None:
            return amount
    return None
