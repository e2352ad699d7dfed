"""Claims of a pod that no container lists."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodClaim, Problem, check, problem, sequence


@check(each=PodClaim, words=("resourceClaims",))
def dra_claim_unused(claim: PodClaim, context: Context) -> Iterator[Problem]:
    """Look for the claim in resources.claims of every container of the pod."""
    containers = claim.pod.all_containers
    if not claim.name or not containers or claim.users() or claim.resource.fragment:
        return
    if claim.pod.get("ephemeralContainers"):
        return
    if any("claims" in each.resources.limits for each in containers):
        return  # it is listed, at a place that the schema refuses
    # the only claim stands for the whole list
    alone = len(sequence(claim.pod.get("resourceClaims"))) == 1
    whole = claim.pod.at("resourceClaims")._replace(part="key")
    yield problem(
        whole if alone else claim.place.child("name"),
        related=[(containers[-1].at("resources"), "no claims here")],
        claim=claim.name,
        containers=tuple(each.name for each in claim.pod.containers),
    )
