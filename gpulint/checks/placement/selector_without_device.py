"""A selector places a pod beside a GPU but does not give it one."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, labels, problem, visibility

_TELLING = (
    "gpu.product",
    "gpu.family",
    "gpu.memory",
    "gpu.count",
    "gke-accelerator",
    "instance-gpu-name",
)


@check(each=PodTemplate, words=("nodeSelector", "nodeAffinity"))
def selector_without_device(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find pods that choose a card and ask for none.

    Node agents are left alone (DaemonSets, host namespaces, privileged containers, devices chosen by
    variable), as are pods that get a GPU another way: claims, fractions, other pods of the object.
    """
    if pod.resource.kind in ("DaemonSet", "Node", "NIMCache") or pod.resource.fragment:
        return  # a cache is filled where its model will run
    if not pod.all_containers or pod.get("gpu"):
        return  # whoever adds the containers, as Spark does, gives them the devices
    siblings = PodTemplate.from_resource(pod.resource)
    if any(r for each in siblings for r in each.requests if "/" in r):
        return
    if any("gpu" in key for key in pod.annotations) or _is_agent(pod):
        return
    if visibility.may_ask_otherwise(pod):
        return
    for each in pod.requirements:
        fact = labels.label(each.key)
        if fact is None or not each.required or each.operator not in ("In", "Gt", "Exists"):
            continue
        if (
            fact.owner in ("gfd", "provider")
            and each.key.endswith(_TELLING)
            and "tpu" not in each.key
        ):
            yield problem(each.key_place, part="key", key=each.key)
            return


def _is_agent(pod: PodTemplate) -> bool:
    if any(pod.get(key) for key in ("hostPID", "hostIPC", "hostNetwork", "runtimeClassName")):
        return True
    for each in pod.all_containers:
        names = {variable.name for variable in each.env}
        security = each.value.get("securityContext")
        if "NVIDIA_VISIBLE_DEVICES" in names or (
            isinstance(security, dict) and security.get("privileged")
        ):
            return True
    return False
