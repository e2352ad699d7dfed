"""Gang objects of API groups and versions that no current scheduler serves."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, problem

_SUCCESSORS = {
    "scheduling.incubator.k8s.io": "scheduling.volcano.sh/v1beta1",
    "scheduling.volcano.sh/v1alpha1": "scheduling.volcano.sh/v1beta1",
    "scheduling.volcano.sh/v1alpha2": "scheduling.volcano.sh/v1beta1",
}
_KINDS = ("PodGroup", "Queue")


@check(each=Resource)
def gang_api_old(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find PodGroups and Queues under a retired group or version of Volcano's API."""
    successor = _SUCCESSORS.get(resource.api_version) or _SUCCESSORS.get(resource.group)
    if resource.kind in _KINDS and successor is not None:
        yield problem(
            resource.at("apiVersion"), kind=resource.kind, api=resource.api_version, use=successor
        )
