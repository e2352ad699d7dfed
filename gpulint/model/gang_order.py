"""Which members of a gang exist from the first moment, where the object starts them in an order."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.gang_member import Member
from gpulint.model.resource import Resource, mapping, sequence, text


class Order(NamedTuple):
    """An ordered start.

    place: the field that demands it. words: what it says, for a message. first: pods made before any
    of them has to run; None when that is not known.
    """

    place: Place
    words: str
    first: int | None


def ordered_start(resource: Resource, members: tuple[Member, ...]) -> Order | None:
    """The order in which an object makes its pods; None when it makes all at once."""
    reader = _READERS.get((resource.group, resource.kind))
    return None if reader is None or not members else reader(resource, members)


def _total(members: list[Member]) -> int | None:
    counts = [member.count for member in members]
    return None if any(count is None for count in counts) else sum(c or 0 for c in counts)


def _tasks(resource: Resource, members: tuple[Member, ...]) -> Order | None:
    waiting: dict[int, Place] = {}
    for index, task in enumerate(map(mapping, sequence(resource.spec.get("tasks")))):
        if sequence(mapping(task.get("dependsOn")).get("name")):
            place = resource.at("spec", "tasks", index, "dependsOn")
            waiting[index] = place._replace(part="key")
    if not waiting:
        return None
    first = [m for m in members if not m.choices or m.choices[0] not in waiting]
    names = ", ".join(m.pod.role for m in members if m.choices and m.choices[0] in waiting)
    return Order(next(iter(waiting.values())), f"dependsOn of {names}", _total(first))


def _replicated_jobs(resource: Resource, members: tuple[Member, ...]) -> Order | None:
    order = mapping(resource.spec.get("startupPolicy")).get("startupPolicyOrder")
    if order == "InOrder" and len(members) > 1:
        place = resource.at("spec", "startupPolicy", "startupPolicyOrder")
        return Order(place, "startupPolicyOrder InOrder", _total([members[0]]))
    waiting: dict[int, Place] = {}
    for index, job in enumerate(map(mapping, sequence(resource.spec.get("replicatedJobs")))):
        if sequence(job.get("dependsOn")):
            place = resource.at("spec", "replicatedJobs", index, "dependsOn")
            waiting[index] = place._replace(part="key")
    if not waiting:
        return None
    first = [m for m in members if not m.choices or m.choices[0] not in waiting]
    return Order(next(iter(waiting.values())), "dependsOn", _total(first))


def _launcher(resource: Resource, members: tuple[Member, ...]) -> Order | None:
    if resource.spec.get("launcherCreationPolicy") != "WaitForWorkersReady":
        return None
    workers = [member for member in members if member.pod.role != "launcher"]
    place = resource.at("spec", "launcherCreationPolicy")
    return Order(place, "launcherCreationPolicy WaitForWorkersReady", _total(workers))


def _leaders(resource: Resource, members: tuple[Member, ...]) -> Order | None:
    if resource.spec.get("startupPolicy") != "LeaderReady":
        return None
    leaders = [member for member in members if member.pod.role == "leader"]
    return Order(resource.at("spec", "startupPolicy"), "startupPolicy LeaderReady", _total(leaders))


def _replicas(resource: Resource, members: tuple[Member, ...]) -> Order | None:
    if text(resource.spec.get("podManagementPolicy")) == "Parallel":
        return None
    count = _total(list(members))
    place = resource.field("spec", "podManagementPolicy").place
    first = None if count is None else min(count, 1)
    return Order(place, "podManagementPolicy OrderedReady", first)


_READERS: Mapping[
    tuple[str, str], Callable[[Resource, tuple[Member, ...]], Order | None]
] = {
    ("batch.volcano.sh", "Job"): _tasks,
    ("flow.volcano.sh", "JobTemplate"): _tasks,
    ("jobset.x-k8s.io", "JobSet"): _replicated_jobs,
    ("kubeflow.org", "MPIJob"): _launcher,
    ("leaderworkerset.x-k8s.io", "LeaderWorkerSet"): _leaders,
    ("apps", "StatefulSet"): _replicas,
}  # fmt: skip
