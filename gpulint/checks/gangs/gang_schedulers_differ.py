"""Members of one gang under different schedulers."""

from collections.abc import Iterator

from gpulint.authoring import (
    SCHEDULERS,
    Context,
    Gang,
    Gangs,
    Member,
    Place,
    Problem,
    check,
    problem,
)

_VOLCANO = ("batch.volcano.sh", "flow.volcano.sh")


@check(each=Gang)
def gang_schedulers_differ(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare the schedulers of all members, with what the object gives to those that name none."""
    if gang.carrier == "pods" or (gang.carrier == "object" and not _shares_one(gang)):
        return
    members = context.manifests.index(Gangs).members(gang).each
    filled = "volcano" if gang.resource.group in _VOLCANO else ""
    named = [(member, member.scheduler or filled) for member in members]
    known = [(member, name) for member, name in named if name]
    names = dict.fromkeys(name for _, name in known)
    if not names or (len(names) < 2 and not (filled and _is_foreign(*names))):
        return
    whole = filled in names or len(names) == 1
    wanted = filled if filled and whole else next(iter(names))
    seen: set[Place] = set()
    for member, name in known:
        place = _place(member)
        if name == wanted or place in seen:
            continue
        seen.add(place)
        others = [(m.pod.at("schedulerName"), f"others use {n}") for m, n in known if n == wanted]
        yield problem(
            place,
            related=others[:1],
            role=member.words,
            scheduler=name,
            wanted=wanted,
            gang=gang.resource.label,
        )


def _is_foreign(name: str) -> bool:
    """Whether a scheduler is surely not Volcano's, whose own name an installation may choose."""
    return name == "default-scheduler" or SCHEDULERS.get(name, "volcano") != "volcano"


def _place(member: Member) -> Place:
    pod = member.pod
    if pod.scheduler_name:
        return pod.at("schedulerName")
    own = member.resource.at("spec", "schedulerName")
    return own if member.scheduler and member.resource.get("spec", "schedulerName") else pod.at()


def _shares_one(gang: Gang) -> bool:
    """Whether the object's controller makes one group and leaves schedulerName as it is written."""
    if gang.system == "kubeflow":  # the MPI operator overwrites the name
        return gang.stated and gang.resource.kind != "MPIJob"
    return gang.resource.group in (*_VOLCANO, "grove.io")
