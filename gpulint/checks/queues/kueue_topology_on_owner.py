"""Where Kueue reads requests for a topology."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, Resource, check, problem

_PREFIX = "kueue.x-k8s.io/podset-"


@check(each=Resource, words=("kueue.x-k8s.io",))
def kueue_topology_on_owner(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look for such an annotation on the object that makes the pods, instead of on their template."""
    keys = [key for key in resource.annotations if key.startswith(_PREFIX)]
    if not keys:
        return
    pods = tuple(PodTemplate.from_resource(resource))
    if not pods or any(pod.metadata is resource.metadata for pod in pods):
        return
    for key in keys:
        if not any(key in pod.annotations for pod in pods):
            yield problem(
                resource.at("metadata", "annotations", key),
                part="key",
                related=[(pods[0].at_metadata(), "it belongs here")],
                key=key,
                kind=resource.kind,
            )
