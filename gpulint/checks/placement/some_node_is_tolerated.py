"""A GPU pod must tolerate the taints of a node that it could use."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Node,
    Place,
    PodTemplate,
    Problem,
    Taint,
    check,
    fleet,
    labels,
    problem,
    taints,
)

_QUEUE = "kueue.x-k8s.io/queue-name"


@check(each=PodTemplate)
def some_node_is_tolerated(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods that every node with their devices repels.

    Where the platform of a node lets pods pass by admission, and where a Kueue flavor may bring
    tolerations, the check is silent.
    """
    if not context.knows_nodes or not pod.accelerators or pod.resource.fragment:
        return
    if pod.resource.kind == "DaemonSet" or _QUEUE in {**pod.resource.labels, **pod.labels}:
        return
    nodes = context.cluster.index(fleet.fleet)
    verdict = fleet.judge(pod, nodes)
    wanted = set(pod.accelerators)
    repelled = [(g, t) for g, t in verdict.by_taint if wanted & set(g.accelerators)]
    if nodes.grows or not repelled or any(wanted & set(g.accelerators) for g in verdict.open):
        return
    if any(_is_let_in(group.node, taint, wanted) for group, taint in repelled):
        return
    taint = repelled[0][1]
    names = tuple(group.node.name for group, _ in repelled)
    yield problem(_place(pod, taint), part="key", taint=taint.words, nodes=names)


def _is_let_in(node: Node, taint: Taint, wanted: set[str]) -> bool:
    """Whether an admission step of the node's platform may add the toleration.

    The plugin ExtendedResourceToleration knows keys that are resource names, and NoSchedule alone.
    """
    platforms = {labels.provider_of(key) for key in node.labels} - {""}
    rows = [row for row in taints.taints_with(taint.key) if row.platform in platforms]
    if any(row.tolerated_by in ("provider", "plugin") for row in rows):
        return True
    by_plugin = taint.key in wanted and taint.effect == "NoSchedule"
    return by_plugin and any(taints.adds_tolerations(each) for each in platforms)


def _place(pod: PodTemplate, taint: Taint) -> Place:
    """The toleration that misses the taint, else the list, else the pod spec."""
    for each in pod.tolerations:
        if each.key == taint.key:
            return each.place
    return pod.at("tolerations") if pod.tolerations else pod.at()
