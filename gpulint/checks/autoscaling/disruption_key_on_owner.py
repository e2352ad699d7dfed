"""Keys that hold a pod's node must stand on the pods, not on what makes them."""

from collections.abc import Iterator

from gpulint.authoring import Context, DisruptionKey, Problem, check, problem

# Groups whose controllers do not copy annotations of the object to its pods.
_GROUPS = (
    "apps",
    "batch",
    "batch.volcano.sh",
    "jobset.x-k8s.io",
    "kubeflow.org",
    "leaderworkerset.x-k8s.io",
    "ray.io",
    "trainer.kubeflow.org",
)


@check(each=DisruptionKey, words=("safe-to-evict", "do-not-disrupt", "do-not-evict"))
def disruption_key_on_owner(found: DisruptionKey, context: Context) -> Iterator[Problem]:
    """Find such annotations on a Job, a Deployment or the like whose pod templates lack them."""
    if found.on_pods or found.repeated or found.carrier != "annotations":
        return
    if found.resource.group in _GROUPS and not found.resource.fragment:
        kind = found.resource.kind
        yield problem(found.place, key=found.key, kind=kind, reader=found.reader)
