"""On k3s and RKE2 the NVIDIA runtime is registered, but only a runtime class chooses it."""

from collections.abc import Iterator

from gpulint.authoring import Context, Node, PodTemplate, Problem, check, dig, fleet, problem

_DISTRIBUTIONS = ("k3s", "rke2")


@check(each=PodTemplate)
def runtime_class_forgotten(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find NVIDIA pods without a class when every node that could take them is of such a make."""
    wants = any(name.startswith("nvidia.com/") for name in pod.accelerators)
    if not wants or "runtimeClassName" in pod.spec or pod.resource.fragment:
        return
    known = {each.name for each in context.facts.by_kind("node.k8s.io", "RuntimeClass")}
    if known and "nvidia" not in known:
        return
    groups = fleet.judge(pod, context.cluster.index(fleet.fleet)).open
    nodes = [g.node for g in groups if set(pod.accelerators) & set(g.accelerators)]
    makes = [make_of(node) for node in nodes]
    if nodes and all(makes):
        yield problem(pod.at(), part="key", make=makes[0], node=nodes[0].name)


def make_of(node: Node) -> str:
    """`k3s` or `rke2` by the versions that the node reports; empty for any other."""
    info = dig(node.resource.value, ("status", "nodeInfo"))
    for key in ("kubeletVersion", "containerRuntimeVersion"):
        version = str(dig(info, (key,)))
        for make in _DISTRIBUTIONS:
            if make in version:
                return make
    return ""
