"""Claims of a pod that no container lists."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodClaim, Problem, check, problem, sequence

_CARDS = ("gpu", "npu", "tpu", "mig.", "gaudi", "neuron", "accel")


@check(each=PodClaim, words=("resourceClaims",))
def dra_claim_unused(claim: PodClaim, context: Context) -> Iterator[Problem]:
    """Look for the claim in resources.claims of every container of the pod.

    Interfaces of a network belong to the pod as a whole, so only claims of cards are certain.
    """
    containers = claim.pod.all_containers
    if not claim.name or not containers or claim.users() or claim.resource.fragment:
        return
    if claim.pod.get("ephemeralContainers"):
        return
    if any("claims" in each.resources.limits for each in containers):
        return  # it is listed, at a place that the schema refuses
    requests = claim.requests(context)
    of_cards = any(each.device or _tells_of_cards(each.device_class) for each in requests)
    if requests and not of_cards:
        return
    names = (claim.name, claim.template, claim.claim)
    sure = of_cards or any(map(_tells_of_cards, names))
    # the only claim stands for the whole list
    alone = len(sequence(claim.pod.get("resourceClaims"))) == 1
    whole = claim.pod.at("resourceClaims")._replace(part="key")
    yield problem(
        whole if alone else claim.place.child("name"),
        related=[(containers[-1].at("resources"), "no claims here")],
        confidence=None if sure else "medium",
        claim=claim.name,
        containers=tuple(each.name for each in claim.pod.containers),
    )


def _tells_of_cards(name: str) -> bool:
    return any(word in name.lower() for word in _CARDS)
