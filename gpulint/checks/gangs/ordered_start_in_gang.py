"""A gang that counts pods which are only made once others run."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Gang,
    Gangs,
    Members,
    Problem,
    check,
    ordered_start,
    problem,
)

_SCHEDULERS = ("volcano", "scheduler-plugins-scheduler", "kai-scheduler", "koord-scheduler")


@check(each=Gang)
def ordered_start_in_gang(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare the minimum, written or by default, with the pods that exist before any of them runs.

    Silent for a group that another object fills as well: its members may start at once.
    """
    gangs = context.manifests.index(Gangs)
    members = gangs.members(gang)
    makers = {id(member.resource): member.resource for member in members.each}
    total = members.total
    if len(makers) != 1 or total is None or (gang.stated and gang.minimum is None):
        return
    maker = next(iter(makers.values()))
    if not gang.stated and not _is_held(gang, members):
        return
    order = ordered_start(maker, gangs.members_of(maker))
    minimum = total if gang.minimum is None else gang.minimum
    if order is None or not order.first or not order.first < minimum <= total:
        return
    lines = [(gang.place, f"{gang.field} {minimum}")] if gang.stated else members.related
    yield problem(
        order.place,
        related=lines,
        order=order.words,
        minimum=minimum,
        first=order.first,
        made="1 pod" if order.first == 1 else f"{order.first} pods",
        by="" if gang.stated else " by default",
        pods=members.words,
    )


def _is_held(gang: Gang, members: Members) -> bool:
    """Whether the text shows that a gang scheduler is at work, where no minimum is written."""
    if gang.system == "volcano":
        return all(member.scheduler in ("", "volcano") for member in members.each)
    policy = gang.resource.get("spec", "runPolicy", "schedulingPolicy")
    named = any(member.scheduler in _SCHEDULERS for member in members.each)
    return gang.system == "kubeflow" and (isinstance(policy, dict) or named)
