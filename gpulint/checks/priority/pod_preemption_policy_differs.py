"""The preemption policy of a pod against its class."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, priorities, problem, text


@check(each=PodTemplate, words=("preemptionPolicy",))
def pod_preemption_policy_differs(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare spec.preemptionPolicy with the policy of the class, or of the default class."""
    stated = text(pod.spec.get("preemptionPolicy"))
    if stated not in (priorities.PREEMPTS, priorities.NEVER) or "status" in pod.resource.value:
        return
    index = context.cluster.index(priorities.PriorityClasses)
    found = index.of(pod.priority_class, pod.resource)
    if found is None or found.policy == stated:
        return
    related = []
    if found.declared is not None:
        related = [(found.declared.resource.at(), "the class")]
    yield problem(
        pod.at("preemptionPolicy"),
        related=related,
        confidence="high" if pod.priority_class or context.complete else "medium",
        stated=stated,
        computed=found.policy,
        source=f"class {pod.priority_class}" if pod.priority_class else "a pod without a class",
    )
