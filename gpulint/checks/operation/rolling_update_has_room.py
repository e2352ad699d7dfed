"""A Deployment that starts new pods before it stops old ones needs room for one more pod."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, rollout, room


@check(each=PodTemplate)
def rolling_update_has_room(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find Deployments whose surge can never be placed on the nodes of the facts.

    Stuck only when no old pod may stop first and no single node has room for one more pod: all the
    places are taken by the replicas, or all devices by the standing pods of the run.
    """
    if pod.resource.kind != "Deployment" or pod.resource.group != "apps" or not pod.count:
        return
    plan = rollout.plan_of(pod.resource, pod.count)
    places = room.places(pod, context)
    rest = room.left_over(pod, context)
    if plan is None or plan.may_stop_first or places is None or places < pod.count:
        return
    (name,) = pod.accelerators if len(pod.accelerators) == 1 else ("",)
    wanted = pod.accelerators[name].whole if name else None
    crowded = rest is not None and wanted is not None and 0 <= rest[0] < wanted
    if places > pod.count and not crowded:
        return
    yield problem(
        plan.place,
        part="key",
        confidence="high" if places == pod.count else "medium",
        replicas=pod.count,
        surge=plan.surge,
        resource=name or ", ".join(pod.accelerators),
    )
