"""Names that Kubernetes keeps for itself."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, priorities, problem


@check(each=priorities.PriorityClass)
def priority_name_reserved(each: priorities.PriorityClass, context: Context) -> Iterator[Problem]:
    """Look for the prefix `system-` on a class that is not built in."""
    if each.name.startswith("system-") and each.name not in priorities.BUILT_IN:
        yield problem(each.resource.at("metadata", "name"), name=each.name)
