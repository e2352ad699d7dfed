"""The priority label of a Ray cluster against the classes of its groups."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    Resource,
    check,
    priorities,
    problem,
    text,
)


@check(each=Resource, words=("ray.io",))
def ray_group_priority_overridden(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare the gang's class with that of each group of GPU pods: a lower one loses its effect."""
    name = text(resource.labels.get(priorities.RAY_LABEL))
    if resource.group != "ray.io" or not name:
        return
    index = context.cluster.index(priorities.PriorityClasses)
    gang = index.of(name, resource)
    for pod in PodTemplate.from_resource(resource):
        if not pod.accelerators or pod.priority_class in ("", name):
            continue
        own = index.of(pod.priority_class, resource)
        if gang is not None and own is not None and own.value >= gang.value:
            continue
        yield problem(
            resource.at("metadata", "labels", priorities.RAY_LABEL),
            related=[(pod.at("priorityClassName"), f"group {pod.role} asks for another class")],
            confidence="medium" if gang is None or own is None else "high",
            name=name,
            own=pod.priority_class,
            group=pod.role,
        )
