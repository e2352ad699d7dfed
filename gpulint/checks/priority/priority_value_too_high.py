"""The range of values that users may give."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, priorities, problem


@check(each=priorities.PriorityClass)
def priority_value_too_high(each: priorities.PriorityClass, context: Context) -> Iterator[Problem]:
    """Compare the value with the highest that is not reserved."""
    if each.value is None or each.name in priorities.BUILT_IN:
        return
    if each.value > priorities.HIGHEST_USER_VALUE:
        yield problem(
            each.resource.at("value"),
            name=each.name,
            value=each.value,
            highest=priorities.HIGHEST_USER_VALUE,
        )
