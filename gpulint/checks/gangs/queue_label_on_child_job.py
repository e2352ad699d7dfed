"""A Kueue queue on a JobSet and on the Jobs that it makes."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, mapping, problem, sequence

_QUEUE = "kueue.x-k8s.io/queue-name"


@check(each=Resource, words=("JobSet",))
def queue_label_on_child_job(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find a queue label on the template of a replicated Job: Kueue would manage the child as well."""
    if (resource.group, resource.kind) != ("jobset.x-k8s.io", "JobSet"):
        return
    for index, job in enumerate(map(mapping, sequence(resource.spec.get("replicatedJobs")))):
        labels = mapping(mapping(mapping(job.get("template")).get("metadata")).get("labels"))
        if _QUEUE in labels and _QUEUE in resource.labels:
            at = resource.at("spec", "replicatedJobs", index, "template", "metadata", "labels")
            yield problem(
                at.child(_QUEUE),
                part="key",
                related=[(resource.at("metadata", "labels", _QUEUE), "Kueue manages the JobSet")],
                queue=str(labels[_QUEUE]),
            )
