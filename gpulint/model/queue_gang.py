"""What a gang asks of its queue before it can start."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gpulint.core.problem import Related
from gpulint.model.gang import Gang
from gpulint.model.gang_index import Gangs
from gpulint.model.gang_member import Member
from gpulint.model.quantity import Quantity
from gpulint.model.queue import QueueReference
from gpulint.model.queue_need import Need, needs, shown

# Objects whose gang is all of their pods when they state no minimum.
_WHOLE = frozenset({"batch.volcano.sh", "flow.volcano.sh", "kubeflow.org", "ray.io"})


class Demand(NamedTuple):
    """The pods that must fit at once, out of all that there are.

    minimum: None when all of them must. certain: no release of Volcano counts otherwise.
    related: the line that states the minimum.
    """

    needs: Mapping[str, Need]
    minimum: int | None
    certain: bool
    related: tuple[Related, ...]

    def least(self, need: Need) -> Quantity:
        """What the gang needs of one resource at the very least."""
        return need.total if self.minimum is None else need.of_pods(self.minimum)

    def words(self, need: Need) -> str:
        """The sum, `6 × 1 = 6`; with a smaller minimum what its pods ask for at least."""
        if self.minimum is None or self.least(need) == need.total:
            return need.text
        return f"at least {shown(need.resource, self.least(need))} for {self.minimum} pods"


def volcano_demand(reference: QueueReference, gangs: Gangs) -> Demand | None:
    """The demand of the workload behind a reference; None when its minimum is not known."""
    resource = reference.resource
    gang = next((g for g in Gang.from_resource(resource) if g.system in _SYSTEMS), None)
    if gang is not None and gang.stated:
        if gang.minimum is None:
            return None
        related = (Related(gang.place, "the size of the gang"),)
        members = gangs.members(gang).each
        return Demand(_needs(members), gang.minimum, True, related)
    members = gangs.members_of(resource)
    if resource.group not in _WHOLE:
        chosen = {pod.pointer for pod in reference.pods}
        alone = [member for member in members if member.pod.pointer in chosen]
        return Demand(_needs(alone), 1, True, ())
    if gang is not None and any(role.count is None for role in gang.roles):
        return None
    return Demand(_needs(members), _sum(gang, members), not _partitioned(members), ())


def kai_demand(reference: QueueReference, gangs: Gangs) -> Demand | None:
    """The least that KAI must place at once for the workload behind a reference.

    A stated minimum counts; without one a Kubeflow or Ray job needs all of its pods, and any other
    object one.
    """
    resource = reference.resource
    gang = next((g for g in Gang.from_resource(resource) if g.system in _OF_KAI), None)
    members = gangs.members_of(resource)
    if gang is not None and gang.stated:
        related = (Related(gang.place, "the size of the gang"),)
        everyone = gangs.members(gang).each or members
        if gang.minimum is None:
            return None
        return Demand(_needs(everyone), gang.minimum, True, related)
    whole = resource.group in _WHOLE_OF_KAI
    return Demand(_needs(members), None if whole else 1, True, ())


def _sum(gang: Gang | None, members: Sequence[Member]) -> int | None:
    """The sum of the roles' minimums, each its replicas by default; None for "all"."""
    if gang is None or not gang.roles:
        return None
    stated = {role.choices: role.count or 0 for role in gang.roles}
    counts = [stated.get(member.choices, member.count) for member in members]
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else 0


def _partitioned(members: Sequence[Member]) -> bool:
    """Whether a newer Volcano would take the least number of partitions for the minimum."""
    return any(
        isinstance(member.resource.get(*_task(member), "partitionPolicy"), dict)
        for member in members
    )


def _task(member: Member) -> tuple[str | int, ...]:
    below = member.pod.pointer[len(member.resource.pointer) :]
    return tuple(below[:-1])


def _needs(members: Sequence[Member]) -> Mapping[str, Need]:
    return needs((member, member.count) for member in members)


_SYSTEMS = ("volcano", "kubeflow")
_OF_KAI = ("kai", "kubeflow")
_WHOLE_OF_KAI = ("kubeflow.org", "ray.io")
