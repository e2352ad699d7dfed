"""Classes that Kubernetes keeps for its own components."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, priorities, problem

# Where cluster services live; what an operator or a driver runs may well be critical.
_SERVICES = (
    "kube-",
    "gpu-operator",
    "nvidia",
    "amd",
    "gke-",
    "gmp-",
    "openshift-",
    "volcano-system",
)
_SERVICE_ENDS = ("-system", "-operator", "-operators", "-device-plugin")


@check(each=PodTemplate, words=("priorityClassName",))
def system_priority_on_workload(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Look for a system class on pods that use GPUs in a namespace of users.

    DaemonSets are cluster services more often than not, and an unknown namespace may be one's home.
    """
    namespace = pod.resource.namespace
    if pod.priority_class not in priorities.BUILT_IN or not pod.accelerators:
        return
    if pod.resource.kind == "DaemonSet" or namespace.startswith(_SERVICES):
        return
    if namespace.endswith(_SERVICE_ENDS):
        return
    yield problem(
        pod.at("priorityClassName"),
        confidence="high" if namespace else "medium",
        name=pod.priority_class,
        kind=pod.resource.kind,
    )
