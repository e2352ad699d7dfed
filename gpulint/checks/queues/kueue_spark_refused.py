"""What Kueue's webhook refuses of Spark applications."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, kueue, mapping, problem, queues

_GROUP = "sparkoperator.k8s.io"


@check(each=queues.QueueReference)
def kueue_spark_refused(reference: queues.QueueReference, context: Context) -> Iterator[Problem]:
    """Look for a driver outside the cluster and for executors that come and go."""
    resource = reference.resource
    if reference.field != f"label {kueue.QUEUE_LABEL}" or resource.group != _GROUP:
        return
    mode = resource.spec.get("mode")
    if mode not in (None, "cluster"):
        yield problem(resource.at("spec", "mode"), wrong=f"mode {mode}", right="write cluster")
    dynamic = mapping(resource.spec.get("dynamicAllocation")).get("enabled") is True
    if dynamic and str(resource.annotations.get("kueue.x-k8s.io/elastic-job")) != "true":
        place = resource.at("spec", "dynamicAllocation", "enabled")
        yield problem(place, wrong="dynamic allocation", right="state executor.instances instead")
