"""GPUCluster objects: one, under its own name, in place of a ClusterPolicy."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, applied_together, check, problem

_NAME = "gpu-cluster"


@check(each=Resource, words=("GPUCluster",))
def gpu_cluster_object(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look at the name and for a ClusterPolicy in the same folder."""
    if (resource.group, resource.kind) != ("nvidia.com", "GPUCluster") or resource.fragment:
        return
    if resource.name and resource.name != _NAME:
        what = f"its name must be {_NAME}, not {resource.name}"
        yield problem(resource.at("metadata", "name"), what=what)
    for policy in context.cluster.by_kind("nvidia.com", "ClusterPolicy"):
        if applied_together(policy, resource, context):
            what = "it excludes a ClusterPolicy, which exists as well"
            related = [(policy.at("kind"), "the ClusterPolicy")]
            yield problem(resource.at("kind"), related=related, what=what)
            return
