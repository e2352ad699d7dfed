"""GPU pods that the cluster autoscaler does not count."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, priorities, problem


@check(each=PodTemplate, words=("priorityClassName",))
def priority_below_autoscaler_cutoff(
    pod: PodTemplate, context: Context, *, cutoff: int
) -> Iterator[Problem]:
    """Compare the value of the pods' class with the cut-off below which pods are expendable.

    cutoff: the autoscaler's flag expendable-pods-priority-cutoff.
    """
    if not pod.accelerators or not pod.priority_class:
        return
    index = context.cluster.index(priorities.PriorityClasses)
    found = index.of(pod.priority_class, pod.resource)
    if found is None or found.declared is None or found.value >= cutoff:
        return
    yield problem(
        pod.at("priorityClassName"),
        related=[(found.declared.resource.at("value"), "the value is set here")],
        name=pod.priority_class,
        value=found.value,
        cutoff=cutoff,
    )
