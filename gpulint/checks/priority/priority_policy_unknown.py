"""The preemption policy of a class."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, is_placeholder, priorities, problem

_POLICIES = (priorities.PREEMPTS, priorities.NEVER)


@check(each=priorities.PriorityClass)
def priority_policy_unknown(each: priorities.PriorityClass, context: Context) -> Iterator[Problem]:
    """Look for a policy that is neither of the two; an empty one is refused as well."""
    value = each.resource.value.get("preemptionPolicy")
    if value is None or value in _POLICIES or is_placeholder(value):
        return
    near = tuple(p for p in _POLICIES if str(value).lower().strip() in p.lower() and value)
    yield problem(
        each.resource.at("preemptionPolicy"),
        name=each.name,
        value=value,
        policies=_POLICIES,
        near=near,
    )
