"""Where Kueue reads the label of a workload priority class."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, kinds, priorities, problem, text


@check(each=PodTemplate, words=("kueue.x-k8s.io",))
def kueue_priority_on_template(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Look for the label on the pods of a kind that Kueue queues as a whole."""
    resource = pod.resource
    name = text(pod.labels.get(priorities.KUEUE_LABEL))
    row = kinds.workload_kind(resource.group, resource.kind, resource.version)
    if not name or row is None or row.kueue != "object" or resource.group in ("", "apps"):
        return
    if resource.fragment or priorities.KUEUE_LABEL in resource.labels:
        return
    yield problem(
        pod.at_metadata("labels", priorities.KUEUE_LABEL),
        part="key",
        related=[(resource.at("metadata")._replace(part="key"), "the label belongs here")],
        name=name,
        kind=resource.kind,
    )
