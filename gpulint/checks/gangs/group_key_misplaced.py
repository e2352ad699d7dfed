"""Group keys in a place where no scheduler looks."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gangs, Problem, Resource, check, misplaced, problem


@check(each=Resource, words=("group",))
def group_key_misplaced(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find labels that should be annotations, and keys of the pods on their owner or the reverse."""
    pods = [m.pod for m in context.manifests.index(Gangs).members_of(resource)]
    if not pods or resource.fragment:
        return
    for each in misplaced(resource, pods):
        yield problem(
            each.place, part="key", key=each.key, system=each.system, written=each.written,
            right=each.right,
        )  # fmt: skip
