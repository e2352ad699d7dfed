"""Required affinity that cannot match any node."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, dig, mapping, problem, sequence

_PATH = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")


@check(each=PodTemplate, words=("nodeAffinity",))
def affinity_term_selects(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find required node affinity of which every term is empty: it matches nothing (measured)."""
    terms = list(map(mapping, sequence(dig(pod.spec, (*_PATH, "nodeSelectorTerms")))))
    if terms and not any(each.get("matchExpressions") or each.get("matchFields") for each in terms):
        yield problem(pod.at(*_PATH, "nodeSelectorTerms"), part="key", count=len(terms))
