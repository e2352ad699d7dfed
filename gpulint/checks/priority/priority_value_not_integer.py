"""The type of a class's value."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, is_placeholder, priorities, problem


@check(each=priorities.PriorityClass)
def priority_value_not_integer(
    each: priorities.PriorityClass, context: Context
) -> Iterator[Problem]:
    """Look for a value that is no integer of 32 bits; kubectl makes one of 1000.0 and of 1e+06."""
    value = each.resource.value.get("value")
    place = each.resource.at("value")
    if is_placeholder(value):
        context.cannot_check(place)
        return
    number = value if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.5
    if -(2**31) <= number < 2**31 and number == int(number):
        return
    if value is not None:
        yield problem(place, name=each.name, value=value)
