"""DaemonSets that serve GPUs must tolerate the taints of GPU nodes."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    dig,
    fleet,
    mapping,
    problem,
    sequence,
)

_PLUGINS = "/var/lib/kubelet/device-plugins"


@check(each=PodTemplate)
def node_agent_reaches_gpu_nodes(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find device plugins that a taint keeps off a node with devices or with a card's labels."""
    if pod.resource.kind != "DaemonSet" or not context.knows_nodes or not _is_device_plugin(pod):
        return
    verdict = fleet.judge(pod, context.cluster.index(fleet.fleet))
    repelled = [(g, t) for g, t in verdict.by_taint if g.accelerators or _has_card(g)]
    if repelled:
        names = tuple(group.node.name for group, _ in repelled)
        place = pod.at("tolerations") if pod.tolerations else pod.at()
        yield problem(place, part="key", taint=repelled[0][1].words, nodes=names)


def _has_card(group: fleet.NodeGroup) -> bool:
    return group.node.labels.get("nvidia.com/gpu.present") == "true"


def _is_device_plugin(pod: PodTemplate) -> bool:
    volumes = map(mapping, sequence(pod.get("volumes")))
    return any(str(dig(each, ("hostPath", "path"))).rstrip("/") == _PLUGINS for each in volumes)
