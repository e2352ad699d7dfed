"""Workloads without a gang that together ask for more GPUs than the nodes have."""

from collections.abc import Iterator

from gpulint.authoring import Context, Node, Problem, Quantity, Resource, Worlds, check, problem


@check(each=Resource)
def jobs_block_each_other(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find workloads of one input that can each take a part of the GPUs and wait for the rest.

    Speaks when each fits alone and, over the nodes of the facts, all devices can be taken without
    any workload having its last pod. Where one of them always gets all, the others only wait.
    """
    if not context.cluster.by_kind("", "Node"):
        return  # without nodes nothing is known to be too little
    for name, needs in context.manifests.index(Worlds).needs.items():
        own = next((each.amount for each in needs if each.resource is resource), None)
        if own is None or len(needs) < 2:
            continue
        offered = _offered(context, name)
        if offered is None or any(each.amount > offered for each in needs):
            continue
        taken = sum(each.amount.nano - each.pod.nano for each in needs)
        if taken + min(each.pod.nano for each in needs) <= offered.nano:
            continue
        total = sum(each.amount.nano for each in needs)
        others = [each.resource for each in needs if each.resource is not resource]
        yield problem(
            resource.at("spec"),
            part="key",
            related=[(other.at("spec")._replace(part="key"), "the other one") for other in others],
            name=name,
            own=own.text,
            total=Quantity(total).text,
            offered=offered.text,
            others=", ".join(other.label for other in others),
        )


def _offered(context: Context, name: str) -> Quantity | None:
    nodes = context.cluster.of(Node)
    found = [n.allocatable[name].times(n.count) for n in nodes if name in n.allocatable]
    return Quantity(sum(amount.nano for amount in found)) if found else None
