"""A gang's minimum against the pods that will exist."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gang, Gangs, Problem, check, is_placeholder, problem

_NEVER = "its PodGroup is never complete and nothing starts"
_OUTCOMES = {
    ("batch.volcano.sh", "volcano"): "Volcano's webhook refuses it",
    ("flow.volcano.sh", "volcano"): "Volcano's webhook refuses the Jobs made from it",
    ("batch", "native"): "the API server refuses it",
}


@check(each=Gang)
def gang_minimum_above_pods(gang: Gang, context: Context, *, carrier: str) -> Iterator[Problem]:
    """Compare the minimum with the sum over the members; silent where one count is unknown.

    carrier: `object` for gangs of an object's own pods, `group` for PodGroups that pods name, `pods`
    for sizes that every pod of a gang repeats.
    """
    if gang.carrier != carrier or not gang.stated:
        return
    if gang.minimum is None:
        if is_placeholder(gang.resource.get(*gang.place.pointer[len(gang.resource.pointer) :])):
            context.cannot_check(gang.place)
        return
    gangs = context.manifests.index(Gangs)
    members = gangs.members(gang)
    total = members.total
    if total is None or gang.minimum <= total or not _speaks_first(gang, gangs):
        return
    # in one file the gang is meant as a whole; elsewhere more members may lie outside the input
    together = all(m.resource.document.file == gang.place.document.file for m in members.each)
    makers = dict.fromkeys(member.resource.label for member in members.each)
    yield problem(
        gang.place,
        related=members.related,
        confidence="high" if together or context.complete else "medium",
        field=gang.field,
        minimum=gang.minimum,
        pods=members.words,
        total=total,
        owner=", ".join(makers),
        outcome=_OUTCOMES.get((gang.resource.group, gang.system), _NEVER),
    )


def _speaks_first(gang: Gang, gangs: Gangs) -> bool:
    """Whether a size that stands on all pods is read at the first of them; Kueue has rules of its own."""
    if gang.carrier != "pods":
        return True
    joined = gangs.joined(gang)
    return gang.system != "kueue" and joined[0].member.resource is gang.resource
