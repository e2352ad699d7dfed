"""A queue of Volcano on an object whose pods do not carry it."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, Resource, check, mapping, problem, text

_KEY = "scheduling.volcano.sh/queue-name"
_GROUP = "scheduling.k8s.io/group-name"
# Where the pods of each kind get their annotations from.
_POD_ANNOTATIONS = {
    ("apps", "Deployment"): "spec.template.metadata.annotations",
    ("apps", "StatefulSet"): "spec.template.metadata.annotations",
    ("apps", "ReplicaSet"): "spec.template.metadata.annotations",
    ("apps", "DaemonSet"): "spec.template.metadata.annotations",
    ("batch", "Job"): "spec.template.metadata.annotations",
    ("batch", "CronJob"): "spec.jobTemplate.spec.template.metadata.annotations",
    ("argoproj.io", "Workflow"): "spec.podMetadata.annotations",
    ("argoproj.io", "WorkflowTemplate"): "spec.podMetadata.annotations",
    ("argoproj.io", "ClusterWorkflowTemplate"): "spec.podMetadata.annotations",
    ("argoproj.io", "CronWorkflow"): "spec.workflowSpec.podMetadata.annotations",
}


@check(each=Resource, words=(_KEY,))
def volcano_queue_on_pods(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for the annotation on the object alone: Volcano makes one group for the pods as they are.

    Source: volcano pkg/controllers/podgroup, buildPodGroupFromPod: the queue comes from the pod.
    """
    field = _POD_ANNOTATIONS.get((resource.group, resource.kind))
    annotations = mapping(resource.metadata.get("annotations"))
    if field is None or resource.fragment or _KEY not in annotations:
        return
    pods = [pod for pod in PodTemplate.from_resource(resource) if pod.accelerators]
    if not any("volcano" in text(pod.get("schedulerName")) for pod in pods):
        return
    given = [mapping(resource.get(*field.split(".")))]
    given += [mapping(pod.metadata.get("annotations")) for pod in pods]
    if any(_KEY in each or _GROUP in each for each in given):
        return
    yield problem(
        resource.at("metadata", "annotations", _KEY),
        part="key",
        kind=resource.kind,
        queue=text(annotations.get(_KEY)),
        field=field,
    )
