"""Pods that use the channel of a ComputeDomain from another namespace."""

from collections.abc import Iterator

from gpulint.authoring import ComputeDomainUsers, Context, PodClaim, Problem, check, problem


@check(each=PodClaim, words=("ComputeDomain",))
def compute_domain_namespace(claim: PodClaim, context: Context) -> Iterator[Problem]:
    """Look for a domain that makes the template in the pod's namespace, then in others."""
    domains = context.cluster.index(ComputeDomainUsers).domains_of(claim)
    own = claim.resource.namespace
    if not claim.template or not domains or claim.source(context) is not None:
        return
    places = {each.resource.namespace for each in domains}
    if own and "" not in places and own not in places:
        first = domains[0].resource
        yield problem(
            claim.place.child("resourceClaimTemplateName"),
            related=[(first.at("metadata", "namespace"), f"{first.label} is in this one")],
            template=claim.template,
            domain=first.name,
            other=first.namespace,
            namespace=own,
        )
