"""A gang that may start with fewer pods than its fixed world has ranks."""

from collections.abc import Iterator, Sequence

from gpulint.authoring import (
    Context,
    Gang,
    Gangs,
    Member,
    Problem,
    VolcanoJob,
    check,
    elastic_signal,
    problem,
    world_signal,
)

_FIXED_KINDS = ("PyTorchJob", "JAXJob", "MPIJob")
_PLUGINS = ("pytorch", "mpi")


@check(each=Gang)
def gang_below_world(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare a written minimum with the pods that have GPUs, where the text shows a fixed world.

    Evidence is a kind or plugin that sets WORLD_SIZE, or a launcher over several nodes. Launchers
    without GPUs may be left out; ranges of nodes and elastic policies are no fixed world.
    """
    if not gang.stated or gang.minimum is None or gang.minimum < 1 or gang.carrier == "pods":
        return
    members = context.manifests.index(Gangs).members(gang)
    ranks = [member for member in members.each if member.pod.accelerators]
    total = sum(member.count or 0 for member in ranks)
    if members.total is None or total < 2 or gang.minimum >= total:
        return
    evidence = _evidence(gang, members.each, ranks)
    if evidence is not None and not any(elastic_signal(m.pod) for m in members.each):
        yield problem(
            gang.place,
            related=members.related,
            field=gang.field,
            minimum=gang.minimum,
            total=total,
            evidence=evidence,
        )


def _evidence(gang: Gang, members: Sequence[Member], ranks: Sequence[Member]) -> str | None:
    if gang.resource.group == "kubeflow.org" and gang.resource.kind in _FIXED_KINDS:
        return f"{gang.resource.kind} makes one world of them"
    for job in VolcanoJob.from_resource(gang.resource):
        for plugin in _PLUGINS:
            if plugin in job.plugins:
                return f"plugin {plugin} makes one world of them"
    signals = [world_signal(member.pod) for member in ranks]
    if None not in signals:
        return f"{signals[0][0]} makes one world of them" if signals[0] else None
    others = [world_signal(member.pod) for member in members]
    return next((f"{s[0]} makes one world of them" for s in others if s and s[0] == "mpirun"), None)
