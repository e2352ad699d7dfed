"""A queue label on an object whose Jobs do not inherit it."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, Resource, check, kueue, problem, text


@check(each=Resource, words=("CronJob",))
def kueue_queue_label_on_cron_job(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for the label on a CronJob itself: Kueue manages the Jobs, which get other labels."""
    if (resource.group, resource.kind) != ("batch", "CronJob") or resource.fragment:
        return
    name = text(resource.labels.get(kueue.QUEUE_LABEL))
    above = ("spec", "jobTemplate", "metadata")
    if not name or text(resource.get(*above, "labels", kueue.QUEUE_LABEL)):
        return
    pods = tuple(PodTemplate.from_resource(resource))
    if not pods or any(kueue.QUEUE_LABEL in pod.labels for pod in pods):
        return
    yield problem(
        resource.at("metadata", "labels", kueue.QUEUE_LABEL),
        part="key",
        related=[(resource.at(*above)._replace(part="key"), "the label belongs here")],
        queue=name,
    )
