"""A ComputeDomain that waits for more nodes than its pods can be on."""

from collections.abc import Iterator

from gpulint.authoring import ComputeDomain, ComputeDomainUsers, Context, Problem, check, problem


@check(each=ComputeDomain)
def compute_domain_nodes(domain: ComputeDomain, context: Context) -> Iterator[Problem]:
    """Compare numNodes with the pods of all workloads that use the domain's channel template."""
    wanted = domain.nodes
    if wanted is None or wanted == 0:
        return
    users = context.cluster.index(ComputeDomainUsers).of(domain)
    counts = [claim.pod.count for claim in users]
    if not counts or None in counts:
        return
    pods = sum(count for count in counts if count is not None)
    if wanted > pods:
        yield problem(
            domain.resource.at("spec", "numNodes"),
            related=[(claim.place, f"{claim.pod.count} pods") for claim in users],
            nodes=wanted,
            pods=pods,
            workload=users[0].resource.label,
        )
