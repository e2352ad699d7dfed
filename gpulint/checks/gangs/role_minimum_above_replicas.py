"""The minimum of one role against the pods that the role makes."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gang,
    Gangs,
    Member,
    Pointer,
    Problem,
    RoleMinimum,
    check,
    integer,
    problem,
)

_OUTCOMES = {
    "volcano": "Volcano's webhook refuses the Job",
    "grove": "Grove's webhook refuses the set",
}
_OTHER_GROUPS = ("workload.serving.volcano.sh", "orchestration.aibrix.ai")


@check(each=Gang)
def role_minimum_above_replicas(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare each role's own minimum with its replicas; silent where the count is unknown."""
    if gang.carrier != "object" or not gang.roles:
        return
    members = context.manifests.index(Gangs).members_of(gang.resource)
    for role in gang.roles:
        if role.count is None:
            continue
        own = [m for m in members if _is_of(m, role)]
        if not own or any(member.count is None for member in own):
            continue
        sets = _sets(gang, own)
        if not sets:
            continue  # scaled to nothing for now: the minimum counts in each set to come
        total = sum(member.count or 0 for member in own) // sets
        if role.count > total:
            yield problem(
                role.place,
                related=[
                    (line, f"makes {total}")
                    for member in own
                    for line in member.lines
                    if line.pointer != _outer(gang)
                ],
                role=own[0].pod.role,
                minimum=role.count,
                total=total,
                outcome=_outcome(gang),
            )


def _is_of(member: Member, role: RoleMinimum) -> bool:
    """Whether a minimum speaks of a role: by its place, or by its name as key of a map."""
    if role.choices == member.choices:
        return bool(role.choices)
    return bool(role.role) and role.choices == (role.role,) and role.role == member.pod.role


def _sets(gang: Gang, members: list[Member]) -> int:
    """How many times the whole set exists; each of them has the minimum for itself."""
    if not any(line.pointer == _outer(gang) for member in members for line in member.lines):
        return 1
    return integer(gang.resource.spec.get("replicas")) or 0


def _outer(gang: Gang) -> Pointer:
    return gang.resource.pointer.child("spec", "replicas")


def _outcome(gang: Gang) -> str:
    volcano_job = gang.resource.group not in _OTHER_GROUPS
    return (_OUTCOMES.get(gang.system) if volcano_job else None) or "the gang is never complete"
