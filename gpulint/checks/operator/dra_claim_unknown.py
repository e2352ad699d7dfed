"""Claims that a container lists and its pod does not have."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, problem
from gpulint.authoring import device_claims as claims


@check(each=PodTemplate, words=("claims",))
def dra_claim_unknown(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Compare resources.claims of each container with the pod's resourceClaims."""
    if pod.resource.fragment:
        return
    known = [claim.name for claim in claims.pod_claims(pod)]
    for container in pod.all_containers:
        for name, (_, place) in claims.container_claims(container).items():
            if name and name not in known:
                yield problem(
                    place.child("name"),
                    claim=name,
                    known=known or "none",
                    near=tuple(difflib.get_close_matches(name, known, 1, 0.5)),
                )
