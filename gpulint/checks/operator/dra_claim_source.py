"""Pod claims in the nesting of Kubernetes before 1.31."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, mapping, problem, sequence


@check(each=PodTemplate, words=("resourceClaims",))
def dra_claim_source(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find `source:` in the pod's resourceClaims."""
    if context.kubernetes is not None and context.kubernetes < 31:
        return
    for index, each in enumerate(map(mapping, sequence(pod.get("resourceClaims")))):
        if isinstance(each.get("source"), dict):
            yield problem(pod.at("resourceClaims", index, "source"), part="key")
