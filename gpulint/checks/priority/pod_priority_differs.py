"""The integer priority of a pod against its class."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, integer, priorities, problem


@check(each=PodTemplate, words=("priority",))
def pod_priority_differs(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare spec.priority with what admission computes from the class, or from having none."""
    stated = integer(pod.spec.get("priority"))
    if stated is None or "status" in pod.resource.value:
        return
    index = context.cluster.index(priorities.PriorityClasses)
    found = index.of(pod.priority_class, pod.resource)
    if found is None or found.value == stated:
        return
    related = []
    if found.declared is not None:
        related = [(found.declared.resource.at("value"), "the value is set here")]
    yield problem(
        pod.at("priority"),
        related=related,
        confidence="high" if pod.priority_class or context.complete else "medium",
        stated=stated,
        computed=found.value,
        source=f"class {pod.priority_class}" if pod.priority_class else "a pod without a class",
    )
