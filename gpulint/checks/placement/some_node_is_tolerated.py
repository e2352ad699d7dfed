"""A GPU pod must tolerate the taints of a node that it could use."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, fleet, problem, taints

_QUEUE = "kueue.x-k8s.io/queue-name"


@check(each=PodTemplate)
def some_node_is_tolerated(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods that every node with their devices repels.

    A taint whose key is the name of a requested resource may be tolerated by an admission plugin, and
    a Kueue flavor may bring tolerations: then the check is silent.
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
    if any(taint.key in wanted or taints.taints_with(taint.key) for _, taint in repelled):
        return
    taint = repelled[0][1]
    names = tuple(group.node.name for group, _ in repelled)
    place = pod.at("tolerations") if pod.tolerations else pod.at()
    yield problem(place, part="key", taint=taint.words, nodes=names)
