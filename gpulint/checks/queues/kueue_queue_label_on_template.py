"""Where Kueue reads the queue label."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, kinds, kueue, problem, text


@check(each=PodTemplate, words=("kueue.x-k8s.io",))
def kueue_queue_label_on_template(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Look for a queue label on the pods of a kind whose label Kueue reads on the object itself.

    Pods of a Deployment or StatefulSet are managed one by one, so there the label has an effect.
    """
    resource = pod.resource
    name = text(pod.labels.get(kueue.QUEUE_LABEL))
    row = kinds.workload_kind(resource.group, resource.kind, resource.version)
    if not name or row is None or resource.fragment:
        return
    if row.kueue not in ("object", "template") or resource.group in ("", "apps"):
        return
    # a CronJob's Jobs get their labels from the template of the Job
    above = ("spec", "jobTemplate") if row.kueue == "template" else ()
    labels = (*above, "metadata", "labels", kueue.QUEUE_LABEL)
    if text(resource.get(*labels)):
        return
    owner = "Job inside the CronJob" if above else resource.kind
    yield problem(
        pod.at_metadata("labels", kueue.QUEUE_LABEL),
        part="key",
        related=[(resource.at(*above, "metadata")._replace(part="key"), "the label belongs here")],
        queue=name,
        kind=owner,
        path=".".join((*above, "metadata.labels")),
    )
