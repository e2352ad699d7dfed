"""A second ClusterPolicy, which the operator ignores."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, applied_together, check, problem


@check(each=Resource, words=("ClusterPolicy",))
def cluster_policy_second(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare the names of all ClusterPolicies of the run; the object is cluster-scoped."""
    if (resource.group, resource.kind) != ("nvidia.com", "ClusterPolicy") or not resource.name:
        return
    policies = context.cluster.by_kind("nvidia.com", "ClusterPolicy")
    first = next(each for each in policies if applied_together(each, resource, context))
    if first.name and first.name != resource.name and not resource.fragment:
        yield problem(
            resource.at("metadata", "name"),
            related=[(first.at("metadata", "name"), "the first one")],
            name=resource.name,
            first=first.name,
        )
