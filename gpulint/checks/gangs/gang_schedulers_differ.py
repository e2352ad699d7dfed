"""Members of one gang under different schedulers."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gang, Gangs, Problem, check, problem


@check(each=Gang)
def gang_schedulers_differ(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare the schedulers of all members, with what the object gives to those that name none."""
    if gang.carrier == "pods" or (gang.carrier == "object" and not _shares_one(gang)):
        return
    members = context.manifests.index(Gangs).members(gang).each
    filled = _default(gang)
    named = [(member, member.scheduler or filled) for member in members]
    known = [(member, name) for member, name in named if name]
    names = dict.fromkeys(name for _, name in known)
    if len(names) < 2:
        return
    wanted = next(iter(names)) if filled not in names else filled
    for member, name in known:
        if name == wanted:
            continue
        others = [(m.pod.at("schedulerName"), n) for m, n in known if n == wanted]
        yield problem(
            member.pod.at("schedulerName") if member.pod.scheduler_name else member.pod.at(),
            related=[(others[0][0], f"others use {wanted}")],
            role=member.words,
            scheduler=name,
            wanted=wanted,
            gang=gang.resource.label,
        )


def _shares_one(gang: Gang) -> bool:
    """Whether the object's controller makes one group and leaves schedulerName as it is written."""
    if gang.system == "kubeflow":  # the MPI operator overwrites the name
        return gang.stated and gang.resource.kind != "MPIJob"
    return gang.resource.group in ("batch.volcano.sh", "flow.volcano.sh")


def _default(gang: Gang) -> str:
    return "volcano" if gang.resource.group in ("batch.volcano.sh", "flow.volcano.sh") else ""
