"""Gang objects and labels that no current scheduler reads."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gangs, Problem, Resource, check, problem

_SUCCESSORS = {
    "scheduling.incubator.k8s.io": "scheduling.volcano.sh/v1beta1",
    "scheduling.sigs.dev": "scheduling.volcano.sh/v1beta1",
    "scheduling.volcano.sh/v1alpha1": "scheduling.volcano.sh/v1beta1",
    "scheduling.volcano.sh/v1alpha2": "scheduling.volcano.sh/v1beta1",
}
_KINDS = ("PodGroup", "Queue")
_LIGHTWEIGHT = "pod-group.scheduling.sigs.k8s.io/name"
_COSCHEDULING = ("scheduler-plugins-scheduler", "default-scheduler", "")


@check(each=Resource, words=("scheduling.", "pod-group"))
def gang_api_old(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find objects of retired groups and versions, and the labels that made groups without an object.

    Koordinator still serves the group that scheduler-plugins left: it is judged only where its pods
    carry the label of scheduler-plugins.
    """
    if resource.kind in _KINDS:
        use, reader = _SUCCESSORS.get(resource.api_version), "Volcano"
        use = use or _SUCCESSORS.get(resource.group)
        if resource.group == "scheduling.sigs.k8s.io" and resource.kind == "PodGroup":
            gangs = context.manifests.index(Gangs)
            if gangs.named("coscheduling", resource.name, resource.namespace):
                use, reader = "scheduling.x-k8s.io/v1alpha1", "scheduler-plugins"
        if use is not None:
            what = f"{resource.kind} of {resource.api_version}"
            yield problem(
                resource.at("apiVersion"), what=what, reader=reader, use=f"apiVersion {use}"
            )
        return
    for pod in [m.pod for m in context.manifests.index(Gangs).members_of(resource)]:
        if _LIGHTWEIGHT in pod.labels and pod.scheduler_name in _COSCHEDULING:
            yield problem(
                pod.at_metadata("labels", _LIGHTWEIGHT),
                part="key",
                what=f"label {_LIGHTWEIGHT}",
                reader="scheduler-plugins",
                use="label scheduling.x-k8s.io/pod-group and a PodGroup of that name",
            )
