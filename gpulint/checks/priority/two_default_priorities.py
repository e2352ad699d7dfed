"""Which class pods get that name none."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, priorities, problem


@check(each=priorities.PriorityClass)
def two_default_priorities(each: priorities.PriorityClass, context: Context) -> Iterator[Problem]:
    """Look for an earlier default class in the same file, or in a cluster that is known.

    Defaults in different files may be alternatives.
    """
    if not each.default:
        return
    index = context.cluster.index(priorities.PriorityClasses)
    for other in index.defaults:
        if other.resource is each.resource:
            return
        same_file = other.resource.document.file == each.resource.document.file
        if other.name != each.name and (same_file or other.resource.from_facts or context.complete):
            yield problem(
                each.resource.at("globalDefault"),
                related=[(other.resource.at("globalDefault"), "the first default class")],
                name=each.name,
                other=other.name,
            )
            return
