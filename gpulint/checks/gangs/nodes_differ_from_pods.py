"""The number of nodes that a launcher waits for against the pods that there will be."""

from collections.abc import Iterator, Sequence

from gpulint.authoring import (
    Context,
    Gangs,
    Member,
    Option,
    Problem,
    Resource,
    VolcanoJob,
    check,
    launch,
    option,
    problem,
    words,
)

_OPTIONS = ("--nnodes", "--num_machines", "--num_nodes")
_REMOTE = ("mpirun", "horovodrun", "deepspeed")  # one pod starts the ranks of all others


@check(each=Resource, words=("nnodes", "num_machines", "num-machines", "num_nodes", "num-nodes"))
def nodes_differ_from_pods(resource: Resource, context: Context) -> Iterator[Problem]:
    """Compare a fixed number of nodes with the pods of the object, of a role and of a group.

    Speaks when the number is above all of these, or below all; one node is a world by itself.
    """
    members = context.manifests.index(Gangs).members_of(resource)
    stated = [(member, found) for member in members if (found := _nodes(member)) is not None]
    remote = any(_is_remote(member) for member, _ in stated)
    worlds = _worlds(members if remote else [member for member, _ in stated])
    if worlds and not remote and _is_one_world(resource):
        worlds = {max(worlds)}
    seen = set()
    for member, found in stated:
        nodes = found.number
        if nodes is None or nodes < 2 or not worlds or min(worlds) <= nodes <= max(worlds):
            continue
        if found.place in seen:  # a leader and its workers share one template
            continue
        seen.add(found.place)
        pods = max(worlds) if nodes > max(worlds) else min(worlds)
        yield problem(
            found.place,
            related=[(line, f"{member.words} makes {member.count}") for line in member.lines],
            option=found.name,
            nodes=nodes,
            owner=resource.label,
            pods="1 pod" if pods == 1 else f"{pods} pods",
            total=pods,
            outcome="all wait for nodes that never come"
            if nodes > max(worlds)
            else "the surplus pods are turned away",
        )


def _nodes(member: Member) -> Option | None:
    for container in member.pod.containers:
        found = launch(container)
        line = words(container)
        stated = option(line, *_OPTIONS) if found is None else found.option(*_OPTIONS)
        if stated is not None:
            return stated
    return None


def _is_one_world(resource: Resource) -> bool:
    """Whether the roles that state a number of nodes are ranks of one world by their kind."""
    if (resource.group, resource.kind) == ("kubeflow.org", "PyTorchJob"):
        return True
    return any("pytorch" in job.plugins for job in VolcanoJob.from_resource(resource))


def _is_remote(member: Member) -> bool:
    found = [launch(container) for container in member.pod.containers]
    return any(each is not None and each.program in _REMOTE for each in found)


def _worlds(members: Sequence[Member]) -> set[int]:
    """Sizes that a world may have here: all pods, those of a role, those of one group of a role."""
    counts = [member.count for member in members if member.count is not None]
    if len(counts) != len(members) or not counts:
        return set()
    parts = {m.count // m.factor for m in members if m.count is not None and m.factor > 0}
    leaders = {m.count for m in members if m.pod.role == "leader" and m.count}
    groups = {sum(counts) // leader for leader in leaders}
    return {sum(counts), *counts, *parts, *groups} - {0}
