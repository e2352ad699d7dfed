"""One claim for all replicas of a workload."""

from collections.abc import Iterator

from gpulint.authoring import ClaimConfig, Context, PodClaim, Problem, check, dig, problem


@check(each=PodClaim, words=("resourceClaims",))
def dra_claim_shared(claim: PodClaim, context: Context) -> Iterator[Problem]:
    """Find a claim named directly by a template of several pods, unless it is set up for sharing."""
    count = claim.pod.count
    if not claim.claim or count is None or count < 2:
        return
    source = claim.source(context)
    requests = claim.requests(context)
    if requests and not all(each.device in ("gpu", "mig") for each in requests):
        return  # channels and network devices are made to be shared
    if source is not None and any(_shares(each) for each in ClaimConfig.from_resource(source)):
        return
    related = [] if source is None else [(source.at("metadata", "name"), "the one claim")]
    yield problem(
        claim.place.child("resourceClaimName"),
        related=related,
        claim=claim.claim,
        count=count,
        confidence="high" if requests else "medium",
    )


def _shares(config: ClaimConfig) -> bool:
    return dig(config.parameters, ("sharing", "strategy")) is not None
