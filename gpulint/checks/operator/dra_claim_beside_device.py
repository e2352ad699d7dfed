"""Containers that take a GPU by a claim and by the device plugin's resource at once."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodClaim, Problem, check, problem, resources
from gpulint.authoring import device_claims as claims


@check(each=PodClaim, words=("resourceClaims",))
def dra_claim_beside_device(claim: PodClaim, context: Context) -> Iterator[Problem]:
    """Look for nvidia.com resources beside a claim whose requests are NVIDIA's GPUs or MIG devices."""
    requests = claim.requests(context)
    if not any(each.device in ("gpu", "mig") for each in requests):
        return
    for container in claim.users():
        for name, amount in container.resources.accelerators().items():
            known = resources.accelerator(name)
            if known is None or known.vendor != "NVIDIA" or known.unit != "device":
                continue
            _, place = claims.container_claims(container)[claim.name]
            yield problem(
                amount.place,
                part="key",
                related=[(place, "the claim stands here")],
                resource=name,
                claim=claim.name,
            )
