"""What a Kueue queue can give to a workload at most, and through which flavors."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.gang_member import Member
from gpulint.model.pod import PodTemplate
from gpulint.model.quantity import ZERO, Quantity, whole_number
from gpulint.model.queue import QueueReference
from gpulint.model.queue_chain import Kueue
from gpulint.model.queue_kueue import FlavorQuotas, QuotaHolder, ResourceFlavor
from gpulint.model.queue_need import Need, Term, needs
from gpulint.model.resource import integer, text

# Kueue makes one workload of each pod, not of the whole object. Source: kueue pkg/controller/jobs/deployment.
_POD_BY_POD = frozenset({("apps", "Deployment"), ("serving.knative.dev", "Service")})
_PARTIAL = "kueue.x-k8s.io/job-min-parallelism"
_PODS = "pods"  # counted where a queue covers it, though no container asks for it
_ONE = Quantity(10**9)


class Obstacle(NamedTuple):
    """Why a pod cannot use a flavor. place: in the flavor. selector: of the pod, else its spec.

    kind: `selector` or `taint`. words: what the flavor has. wanted: what the pod accepts.
    """

    kind: str
    words: str
    wanted: str
    place: Place
    selector: Place


def obstacle(pod: PodTemplate, flavor: ResourceFlavor) -> Obstacle | None:
    """What keeps a pod out of a flavor, as Kueue's flavor assigner decides; None for nothing.

    Only label keys that the flavor declares are compared.
    """
    for key, value in flavor.labels.items():
        allowed = pod.allowed(key)
        if allowed is not None and str(value) not in allowed:
            at = next(r.key_place for r in pod.requirements if r.key == key)
            place = flavor.resource.at("spec", "nodeLabels", key)
            return Obstacle("selector", f"{key}={value}", " or ".join(allowed), place, at)
    for taint in flavor.taints:
        tolerations = (*pod.tolerations, *flavor.tolerations)
        if taint.repels and not any(
            each.tolerates(taint.key, taint.value, taint.effect) for each in tolerations
        ):
            return Obstacle("taint", taint.words, "", taint.place, pod.at()._replace(part="key"))
    return None


def obstacles(
    pod: PodTemplate, queue: QuotaHolder, resource: str, kueue: Kueue
) -> tuple[Obstacle, ...]:
    """One obstacle per flavor when none of a resource's flavors lets the pod in; empty otherwise."""
    group = queue.group_of(resource)
    found = []
    for quotas in () if group is None else group.flavors:
        flavor = kueue.flavor(quotas.name, queue.resource)
        why = None if flavor is None else obstacle(pod, flavor)
        if why is None:
            return ()
        found.append(why)
    return tuple(found)


class Shortage(NamedTuple):
    """A need above what a queue can ever give. total: the most; place: the quota that bounds it.

    flavor: the name of the flavor that comes closest. split: the pods of one role would have to be
    spread over flavors, which Kueue never does. pooled: the known members of the cohort bound it.
    """

    most: Quantity
    flavor: str
    place: Place
    split: bool
    pooled: bool


def shortage(need: Need, queue: QuotaHolder, kueue: Kueue) -> Shortage | None:
    """Why a queue can never hold a need; None when it may. One pod set takes one flavor."""
    group = queue.group_of(need.resource)
    if group is None:
        return None
    caps: dict[str, tuple[Quantity, FlavorQuotas]] = {}
    for term in need.known:
        usable = _usable(term.member.pod, group.flavors, queue, kueue)
        for flavor in usable:
            most = capacity(queue, flavor, need.resource, kueue)
            if most is None:
                return None
            caps[flavor.name] = (most, flavor)
        if not usable:
            return None
        best = max((caps[flavor.name] for flavor in usable), key=lambda cap: cap[0].nano)
        if term.sum > best[0]:
            whole = sum(caps[each.name][0].nano for each in usable)
            return _shortage(best, need, term.sum.nano <= whole, queue)
    total = ZERO
    for most, _ in caps.values():
        total = total + most
    if caps and need.total > total:
        first = max(caps.values(), key=lambda cap: cap[0].nano)
        return _shortage((total, first[1]), need, False, queue)
    return None


def _shortage(
    best: tuple[Quantity, FlavorQuotas], need: Need, split: bool, queue: QuotaHolder
) -> Shortage:
    most, flavor = best
    quota = flavor.quota(need.resource)
    place = flavor.place if quota is None else quota.place.child("nominalQuota")
    pooled = bool(queue.cohort) and (quota is None or "borrowingLimit" not in quota.stated)
    return Shortage(most, flavor.name, place, split, pooled)


def _usable(
    pod: PodTemplate, flavors: Iterable[FlavorQuotas], queue: QuotaHolder, kueue: Kueue
) -> tuple[FlavorQuotas, ...]:
    def lets_in(quotas: FlavorQuotas) -> bool:
        flavor = kueue.flavor(quotas.name, queue.resource)
        return flavor is None or obstacle(pod, flavor) is None

    return tuple(quotas for quotas in flavors if lets_in(quotas))


def capacity(
    queue: QuotaHolder, flavor: FlavorQuotas, resource: str, kueue: Kueue
) -> Quantity | None:
    """The most that a queue can ever give out of one flavor; None when static text cannot tell.

    In a cohort the borrowing limit bounds it, else what all members have together.
    """
    quota = flavor.quota(resource)
    if quota is None or quota.nominal is None:
        return None
    if not queue.cohort_stated:
        return quota.nominal
    if "borrowingLimit" in quota.stated:
        return None if quota.borrowing is None else quota.nominal + quota.borrowing
    if not queue.cohort:
        return None
    pool = kueue.lent(queue.cohort, flavor.name, resource, _lendable)
    own = _lendable(queue, flavor.name, resource)
    if pool is None or own is None:
        return None
    return Quantity(pool.nano - own.nano) + quota.nominal


def _lendable(member: QuotaHolder, flavor: str, resource: str) -> Quantity | None:
    """What a member of a cohort may lend at most; None when that is not known."""
    if member.resource.kind == "Cohort" and (member.cohort_stated or not member.name):
        return None  # more may come from the cohorts around it
    total = ZERO
    for quotas in (f for group in member.groups for f in group.flavors if f.name == flavor):
        quota = quotas.quota(resource)
        if quota is None:
            continue
        lent = quota.lending if "lendingLimit" in quota.stated else quota.nominal
        if lent is None:
            return None
        total = total + lent
    return total


def needs_of(
    reference: QueueReference, members: Iterable[Member], queue: QuotaHolder
) -> Mapping[str, Need]:
    """What Kueue counts of a workload against a queue, by resource, the number of pods too."""
    together = admitted_together(reference, members)
    found = dict(needs(together))
    if together and queue.group_of(_PODS) is not None:
        found[_PODS] = Need(_PODS, tuple(Term(count, _ONE, member) for member, count in together))
    return found


def admitted_together(
    reference: QueueReference, members: Iterable[Member]
) -> tuple[tuple[Member, int | None], ...]:
    """The pods that Kueue admits as one workload, each role with the least count it starts with."""
    resource = reference.resource
    if reference.single or (resource.group, resource.kind) in _POD_BY_POD:
        wanted = {pod.pointer for pod in reference.pods}
        return tuple((each, 1) for each in members if each.pod.pointer in wanted)
    if resource.kind == "LeaderWorkerSet":
        replicas = resource.spec.get("replicas")
        groups = 1 if replicas is None else integer(replicas)
        return tuple((each, _per_group(each.count, groups)) for each in members)
    least = whole_number(text(resource.annotations.get(_PARTIAL)))
    if least is not None:
        return tuple((e, None if e.count is None else min(e.count, least)) for e in members)
    return tuple((each, each.count) for each in members)


def _per_group(count: int | None, groups: int | None) -> int | None:
    return None if count is None or not groups or groups < 0 else count // groups
