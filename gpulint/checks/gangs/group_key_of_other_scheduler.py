"""Pods that name a group of one scheduler and are given to another."""

from collections.abc import Iterator, Sequence

from gpulint.authoring import (
    SCHEDULERS,
    Context,
    Gangs,
    Member,
    Problem,
    Reference,
    Resource,
    check,
    mapping,
    problem,
    references,
    sequence,
)

# Read by schedulers of any name; the key of KAI is a common word.
_ANY = ("kueue", "native", "coscheduling", "kai")
_EXPLICIT = "default-scheduler"
_CONFIGURATION = "KubeSchedulerConfiguration"


@check(each=Resource, words=("group", "schedulingGroup", "workloadRef", "gang."))
def group_key_of_other_scheduler(
    resource: Resource, context: Context, *, written: bool, schedulers: Sequence[str]
) -> Iterator[Problem]:
    """Compare schedulerName of the pods with the scheduler that reads their group key.

    written: judge a schedulerName that stands there, or the want of one. schedulers: names of the
    cluster's own that understand groups. Silent while another key of the pod fits its scheduler.
    """
    if resource.group in ("batch.volcano.sh", "flow.volcano.sh") or resource.fragment:
        return
    for member in context.manifests.index(Gangs).members_of(resource):
        found = list(references(member.pod))
        if (member.scheduler or _EXPLICIT) in schedulers or _fits(member, found):
            continue
        for reference in found[:1]:
            if bool(member.scheduler) != written or not _is_inert(reference, member.scheduler):
                continue
            if _system(reference) == "coscheduling" and _has_plugin(context, member.scheduler):
                continue
            own = bool(member.pod.scheduler_name)
            yield problem(
                member.pod.at("schedulerName") if own else reference.place,
                part="value" if own else "key",
                related=[(reference.place, "the group is named here")] if own else [],
                key=reference.key.key,
                system=_system(reference),
                scheduler=member.scheduler,
            )


def _system(reference: Reference) -> str:
    return reference.key.system.partition("-")[0]


def _fits(member: Member, found: Sequence[Reference]) -> bool:
    system = SCHEDULERS.get(member.scheduler, member.scheduler)
    return any(_system(each) in (system, "kueue") for each in found)


def _has_plugin(context: Context, scheduler: str) -> bool:
    """Whether a configuration of the run gives the scheduler of that name the plugin."""
    for config in context.cluster.by_kind("kubescheduler.config.k8s.io", _CONFIGURATION):
        for profile in map(mapping, sequence(config.get("profiles"))):
            points = mapping(profile.get("plugins")).values()
            enabled = [mapping(e) for p in points for e in sequence(mapping(p).get("enabled"))]
            name = profile.get("schedulerName", _EXPLICIT)
            if name == (scheduler or _EXPLICIT) and {"name": "Coscheduling"} in enabled:
                return True
    return False


def _is_inert(reference: Reference, scheduler: str) -> bool:
    """Whether the scheduler surely does not read the key; names that nobody knows may."""
    system = _system(reference)
    if not scheduler:
        return system in ("volcano", "coscheduling", "godel")
    if scheduler == _EXPLICIT:
        return system not in _ANY
    return SCHEDULERS.get(scheduler, system) != system and system not in ("kai", "native")
