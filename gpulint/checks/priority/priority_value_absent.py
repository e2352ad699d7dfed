"""A class that says nothing about its value."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, priorities, problem


@check(each=priorities.PriorityClass)
def priority_value_absent(each: priorities.PriorityClass, context: Context) -> Iterator[Problem]:
    """Look for a class without a value, which the API server reads as 0."""
    if each.resource.value.get("value") is None and not each.resource.fragment:
        yield problem(each.resource.at("metadata", "name"), name=each.name)
