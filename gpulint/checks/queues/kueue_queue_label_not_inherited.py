"""A queue label on an object that Kueue does not manage, and whose pods do not inherit it."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, Resource, check, kueue, problem, text

# Where the pods of each kind get their labels from.
_POD_LABELS = {
    ("argoproj.io", "Workflow"): "spec.podMetadata.labels",
    ("argoproj.io", "WorkflowTemplate"): "spec.podMetadata.labels",
    ("argoproj.io", "ClusterWorkflowTemplate"): "spec.podMetadata.labels",
    ("argoproj.io", "CronWorkflow"): "spec.workflowSpec.podMetadata.labels",
    ("apps", "ReplicaSet"): "spec.template.metadata.labels",
    ("apps", "DaemonSet"): "spec.template.metadata.labels",
}


@check(each=Resource, words=(kueue.QUEUE_LABEL,))
def kueue_queue_label_not_inherited(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for the label on the object alone: Kueue then takes neither it nor its pods."""
    field = _POD_LABELS.get((resource.group, resource.kind))
    if field is None or resource.fragment or kueue.QUEUE_LABEL not in resource.labels:
        return
    pods = tuple(PodTemplate.from_resource(resource))
    shared = resource.get(*field.split("."))
    if not any(pod.accelerators for pod in pods) or _has_label(shared):
        return
    if any(kueue.QUEUE_LABEL in pod.labels for pod in pods):
        return
    yield problem(
        resource.at("metadata", "labels", kueue.QUEUE_LABEL),
        part="key",
        kind=resource.kind,
        queue=text(resource.labels.get(kueue.QUEUE_LABEL)),
        field=field,
    )


def _has_label(labels: object) -> bool:
    return isinstance(labels, dict) and kueue.QUEUE_LABEL in labels
