"""Gt and Lt on labels that hold words."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, labels, problem


@check(each=PodTemplate, words=("Gt", "Lt"))
def comparison_of_numbers(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find comparisons with labels that never hold an integer: they match no node (measured)."""
    for each in pod.requirements:
        if each.operator not in ("Gt", "Lt"):
            continue
        fact = labels.label(each.key)
        if fact is None or not fact.never_number:
            continue
        yield problem(each.key_place, key=each.key, operator=each.operator)
