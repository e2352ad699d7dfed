"""Claims and templates that pods name and nobody defines."""

from collections.abc import Iterator

from gpulint.authoring import (
    ComputeDomainUsers,
    Context,
    PodClaim,
    Problem,
    check,
    is_placeholder,
    problem,
)


@check(each=PodClaim, words=("resourceClaims",))
def dra_claim_missing(claim: PodClaim, context: Context) -> Iterator[Problem]:
    """Look for the template or claim; templates of ComputeDomains are made by their controller."""
    kind = "ResourceClaimTemplate" if claim.template else "ResourceClaim"
    name = claim.template or claim.claim
    key = "resourceClaimTemplateName" if claim.template else "resourceClaimName"
    if not name or context.cluster.index(ComputeDomainUsers).domains_of(claim):
        return
    if is_placeholder(name):
        context.cannot_check(claim.place.child(key))
        return
    absence = context.absence("resource.k8s.io", kind, name, claim.resource.namespace)
    if absence is None or (absence.because == "siblings" and not absence.near):
        return
    yield problem(
        claim.place.child(key),
        kind=kind,
        name=name,
        near=absence.near,
        confidence=absence.confidence,
    )
