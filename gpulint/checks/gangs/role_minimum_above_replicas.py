"""The minimum of one role against the pods that the role makes."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gang, Gangs, Problem, check, problem

_OUTCOMES = {
    "volcano": "Volcano's webhook refuses the Job",
    "grove": "Grove's webhook refuses the set",
}


@check(each=Gang)
def role_minimum_above_replicas(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare each role's own minimum with its replicas; silent where the count is unknown."""
    if gang.carrier != "object" or not gang.roles:
        return
    members = context.manifests.index(Gangs).members_of(gang.resource)
    for role in gang.roles:
        if role.count is None:
            continue
        own = [m for m in members if role.choices and m.choices == role.choices]
        if not own or any(member.count is None for member in own):
            continue
        total = sum(member.count or 0 for member in own)
        if role.count > total:
            yield problem(
                role.place,
                related=[(line, f"makes {total}") for member in own for line in member.lines],
                role=own[0].pod.role,
                minimum=role.count,
                total=total,
                outcome=_OUTCOMES.get(gang.system, "the gang is never complete"),
            )
