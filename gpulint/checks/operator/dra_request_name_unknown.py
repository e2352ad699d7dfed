"""Requests that a container picks from a claim and the claim does not have."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import Context, PodClaim, Problem, check, problem
from gpulint.authoring import device_claims as claims


@check(each=PodClaim, words=("resourceClaims",))
def dra_request_name_unknown(claim: PodClaim, context: Context) -> Iterator[Problem]:
    """Compare `request` of each container with the requests of the claim behind it."""
    requests = claim.requests(context)
    if not requests:
        return
    names = [each.name for each in requests if not each.outer]
    names += [f"{each.outer}/{each.name}" for each in requests if each.outer]
    for container in claim.users():
        request, place = claims.container_claims(container)[claim.name]
        if request and request not in names:
            yield problem(
                place.child("request"),
                request=request,
                claim=claim.name,
                names=names,
                near=tuple(difflib.get_close_matches(request, names, 1, 0.5)),
            )
