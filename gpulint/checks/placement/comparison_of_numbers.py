"""Gt and Lt on labels that hold words."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, labels, problem

_WORDS = ("product", "enum", "boolean", "version", "topology")


@check(each=PodTemplate, words=("Gt", "Lt"))
def comparison_of_numbers(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find comparisons with labels that never hold an integer: they match no node (measured)."""
    for each in pod.requirements:
        if each.operator not in ("Gt", "Lt"):
            continue
        fact = labels.label(each.key)
        if fact is None or fact.type not in _WORDS or any(map(str.isdigit, fact.values)):
            continue
        yield problem(each.key_place, key=each.key, operator=each.operator)
