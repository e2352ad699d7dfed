"""What is placed together: gangs, and the pods of single objects, in the order of their priority."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gpulint.model.context import Context
from gpulint.model.gang import Gang
from gpulint.model.gang_index import OWN_GROUP, Gangs
from gpulint.model.gang_launch import world_signal
from gpulint.model.gang_member import Member
from gpulint.model.gang_reference import SCHEDULERS, references
from gpulint.model.pod import PodTemplate
from gpulint.model.priority import PriorityClasses
from gpulint.model.resource import Resource, integer
from gpulint.placement.demand import Demand, Demands

# They hold templates, and make no pods by themselves.
_NO_PODS = frozenset({("", "PodTemplate"), ("flow.volcano.sh", "JobTemplate")})
_GROUPED = "leaderworkerset.x-k8s.io"
_QUEUE = "kueue.x-k8s.io/queue-name"
_HELD = (_QUEUE, "kai.scheduler/queue")


class Part(NamedTuple):
    """Pods of one role. workload: number of the object that makes them. pods: None when not known."""

    workload: int
    role: str
    demand: Demand
    pods: int | None
    least: int = 0
    per_node: bool = False


class Batch(NamedTuple):
    """Parts that are placed together.

    gang: all or nothing, `minimum` pods at once. world: several ranks that need each other, and a
    scheduler that does not know it. doubt: why its size is not known; empty when it is.
    """

    parts: tuple[Part, ...]
    priority: int
    gang: bool = False
    minimum: int = 0
    world: bool = False
    doubt: str = ""
    name: str = ""


class Workload(NamedTuple):
    """One object that makes pods. refusal: why it never starts, whatever the nodes are."""

    resource: Resource
    refusal: str = ""


class Plan(NamedTuple):
    """All workloads of a run in the order of the input, and the batches in the order of placing."""

    workloads: tuple[Workload, ...]
    batches: tuple[Batch, ...]


def plan(context: Context, pending: Sequence[Resource] = ()) -> Plan:
    """Read the batches out of a run. pending: pods of the facts that are placed before all others."""
    return _Planner(context).run(pending)


class _Planner:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.gangs = context.manifests.index(Gangs)
        self.demands = Demands(context.cluster)
        self.classes = context.cluster.index(PriorityClasses)
        self.workloads: list[Workload] = []
        self.numbers: dict[int, int] = {}
        self.held: dict[int, Gang] = {}

    def run(self, pending: Sequence[Resource]) -> Plan:
        first = [self._pending(pod) for pod in pending]
        self._find_gangs()
        batches: list[Batch] = []
        joint: dict[int, list[Member]] = {}
        for resource in self.context.manifests.resources:
            members = () if resource.fragment else self._members(resource)
            if not members:
                continue
            self._add(resource)
            loose = [m for m in members if id(m.pod) not in self.held]
            for member in members:
                gang = self.held.get(id(member.pod))
                if gang is not None:
                    if id(gang) not in joint:
                        joint[id(gang)] = []
                        batches.append(Batch((), 0, True, 0, False, "", str(id(gang))))
                    joint[id(gang)].append(member)
            if loose:
                batches.append(self._single(resource, loose))
        whole = [b for each in batches for b in (self._gang(joint, each) if each.gang else (each,))]
        whole.sort(key=lambda batch: -batch.priority)
        return Plan(tuple(self.workloads), (*first, *whole))

    def _members(self, resource: Resource) -> tuple[Member, ...]:
        if (resource.group, resource.kind) in _NO_PODS:
            return ()
        return self.gangs.members_of(resource)

    def _add(self, resource: Resource) -> None:
        self.numbers[id(resource)] = len(self.workloads)
        self.workloads.append(Workload(resource, _refusal(resource, self.context)))

    def _find_gangs(self) -> None:
        for gang in self.context.manifests.of(Gang):
            for member in self.gangs.members(gang).each:
                if _is_held(gang, member):
                    self.held.setdefault(id(member.pod), gang)

    def _pending(self, pod: Resource) -> Batch:
        self._add(pod)
        (template,) = PodTemplate.from_resource(pod)
        member = Member(template, integer(pod.value.get("count")) or 1, ())
        return self._single(pod, [member])._replace(world=False)

    def _priority(self, members: Iterable[Member]) -> int:
        found = [self.classes.of(m.priority, m.resource) for m in members]
        return max((each.value for each in found if each is not None), default=0)

    def _part(self, member: Member, least: int = 0) -> Part:
        resource = member.resource
        per_node = (resource.group, resource.kind) == ("apps", "DaemonSet")
        number = self.numbers[id(resource)]
        return Part(
            number, member.words, self.demands.of(member.pod), member.count, least, per_node
        )

    def _single(self, resource: Resource, members: Sequence[Member]) -> Batch:
        parts = tuple(map(self._part, members))
        world = any(_is_loose_world(resource, member) for member in members)
        return Batch(parts, self._priority(members), world=world, name=resource.label)

    def _gang(self, joint: dict[int, list[Member]], stub: Batch) -> Iterator[Batch]:
        members = joint[int(stub.name)]
        gang = self.held[id(members[0].pod)]
        parts = tuple(self._part(member, _least(gang, member)) for member in members)
        if sum(part.least for part in parts) > (gang.minimum or 1 << 30):
            parts = tuple(part._replace(least=0) for part in parts)  # the sum is what counts then
        counts = [part.pods for part in parts]
        total = sum(count or 0 for count in counts)
        stated = gang.minimum if gang.minimum else None
        doubt = "" if None not in counts else "the number of pods is not known"
        if gang.stated and gang.minimum is None:
            doubt = f"{gang.field} is not known"
        minimum = total if stated is None else stated
        batch = Batch(parts, self._priority(members), True, minimum, False, doubt, _name(gang))
        copies = min((m.factor and (m.count or 0) // m.factor for m in members), default=0)
        if gang.resource.group == _GROUPED and copies > 1 and not doubt and stated is None:
            each = tuple(p._replace(pods=(p.pods or 0) // copies) for p in parts)
            yield from [batch._replace(parts=each, minimum=total // copies)] * copies
        else:
            yield batch


def _name(gang: Gang) -> str:
    return gang.resource.label if gang.key is None else f"gang {gang.name}"


def _least(gang: Gang, member: Member) -> int:
    for role in gang.roles:
        is_here = role.choices == member.choices[: len(role.choices)] if role.choices else (
            role.role == member.pod.role
        )  # fmt: skip
        if is_here and role.count is not None:
            return min(role.count, member.count or 0)
    return 0


def _is_held(gang: Gang, member: Member) -> bool:
    """Whether somebody holds the pods of a gang back until all fit."""
    kind = (gang.resource.group, gang.resource.kind)
    return gang.key is not None or kind in OWN_GROUP or member.scheduler in SCHEDULERS


def _is_loose_world(resource: Resource, member: Member) -> bool:
    if member.count is None or member.count < 2:
        return False
    held = any(key in {**resource.labels, **member.pod.labels} for key in _HELD)
    loose = member.scheduler in ("", "default-scheduler") and not any(references(member.pod))
    return loose and not held and world_signal(member.pod) is not None


def _refusal(resource: Resource, context: Context) -> str:
    """Why an object never starts, whatever the nodes are: its Kueue queue does not exist."""
    queue = resource.labels.get(_QUEUE)
    if not isinstance(queue, str) or not queue:
        return ""
    absence = context.absence("kueue.x-k8s.io", "LocalQueue", queue, resource.namespace)
    return "" if absence is None else f"there is no LocalQueue {queue}, so Kueue never admits it"
