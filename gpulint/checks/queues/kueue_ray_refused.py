"""What Kueue's webhooks refuse of Ray's kinds."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, dig, kueue, mapping, problem, queues

_CLUSTER = {"RayCluster": (), "RayJob": ("rayClusterSpec",), "RayService": ("rayClusterConfig",)}
_ELASTIC = "kueue.x-k8s.io/elastic-job"


@check(each=queues.QueueReference)
def kueue_ray_refused(reference: queues.QueueReference, context: Context) -> Iterator[Problem]:
    """Look for a foreign cluster, a cluster that outlives its job, and Ray's own autoscaler."""
    resource = reference.resource
    if reference.field != f"label {kueue.QUEUE_LABEL}" or resource.group != "ray.io":
        return
    if resource.kind not in _CLUSTER or resource.fragment:
        return
    if resource.kind == "RayJob":
        if mapping(resource.spec.get("clusterSelector")):
            if (
                "rayClusterSpec" in resource.spec
            ):  # without a cluster of its own, Kueue lets it pass
                place = resource.at("spec", "clusterSelector")
                wrong = "a RayJob with clusterSelector beside rayClusterSpec"
                yield problem(place, part="key", wrong=wrong, right="drop one of the two")
            return
        if resource.spec.get("shutdownAfterJobFinishes") is not True:
            field = resource.field("spec", "shutdownAfterJobFinishes")
            yield problem(
                field.place,
                wrong="a RayJob that keeps its cluster",
                right="set shutdownAfterJobFinishes to true",
            )
    path = ("spec", *_CLUSTER[resource.kind], "enableInTreeAutoscaling")
    if dig(resource.value, path) is True and str(resource.annotations.get(_ELASTIC)) != "true":
        yield problem(
            resource.at(*path),
            wrong="Ray's autoscaler in a workload of fixed size",
            right=f'turn it off, or set the annotation {_ELASTIC}: "true" where that feature is on',
        )
