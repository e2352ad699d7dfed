"""The form of the queue name that Kueue read in its first releases."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, kueue, problem, text


@check(each=Resource, words=("kueue.x-k8s.io",))
def kueue_queue_name_as_annotation(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for an annotation where only the label is read."""
    name = text(resource.annotations.get(kueue.QUEUE_LABEL))
    if name and not text(resource.labels.get(kueue.QUEUE_LABEL)):
        place = resource.at("metadata", "annotations", kueue.QUEUE_LABEL)
        yield problem(place, part="key", queue=name, kind=resource.kind)
