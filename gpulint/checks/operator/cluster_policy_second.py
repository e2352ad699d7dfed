"""A second ClusterPolicy, which the operator ignores."""

import posixpath
from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, problem


@check(each=Resource, words=("ClusterPolicy",))
def cluster_policy_second(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare the names of all ClusterPolicies of the run; the object is cluster-scoped."""
    if (resource.group, resource.kind) != ("nvidia.com", "ClusterPolicy") or not resource.name:
        return
    policies = context.cluster.by_kind("nvidia.com", "ClusterPolicy")
    # other folders may be for other clusters
    first = next(each for each in policies if _folder(each) == _folder(resource))
    if first.name and first.name != resource.name and not resource.fragment:
        yield problem(
            resource.at("metadata", "name"),
            related=[(first.at("metadata", "name"), "the first one")],
            name=resource.name,
            first=first.name,
        )


def _folder(resource: Resource) -> str:
    return posixpath.dirname(resource.document.file)
