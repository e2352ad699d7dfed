"""The nodes must have a place for every replica of a workload that stands."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem, room


@check(each=PodTemplate)
def replicas_fit_cluster(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare replicas with the pods that fit on empty nodes, node by node.

    Silent where not one fits: rules of placement tell why. An autoscaler may add nodes.
    """
    if pod.resource.kind not in room.STANDING or not pod.count or pod.count < 2:
        return
    places = room.places(pod, context)
    if places is None or places == 0 or places >= pod.count:
        return
    place = pod.resource.field("spec", "replicas").place
    limits = tuple(sorted(pod.accelerators))
    if room.is_alone_on_a_node(pod):
        limits = (*limits, "no two of them on one node")
    yield problem(place, replicas=pod.count, places=places, resources=limits)
