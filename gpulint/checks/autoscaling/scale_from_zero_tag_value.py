"""A tag that describes nodes must have a readable value, and tell the truth about them."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, parse_quantity, problem, scaling, text

_TAINT = re.compile(r".*:(NoSchedule|NoExecute|PreferNoSchedule)\Z")


@check(each=scaling.ScalingGroup)
def scale_from_zero_tag_value(
    group: scaling.ScalingGroup, context: Context, *, differs: bool
) -> Iterator[Problem]:
    """Find values that the autoscaler cannot read, or (differs) that contradict the group itself."""
    find = _contradiction if differs else _unreadable
    for key, value in group.tags.items() if group.has_gpus else ():
        kind, _, name = key.removeprefix(scaling.TEMPLATE).partition("/")
        if not key.startswith(scaling.TEMPLATE) or not isinstance(value, (str, int)):
            continue
        wanted = find(group, kind, name, str(value))
        if wanted is not None:
            at = group.tag_place(key)
            yield problem(at, part="value", key=key, value=str(value), wanted=wanted, name=name)


def _unreadable(group: scaling.ScalingGroup, kind: str, name: str, value: str) -> str | None:
    if kind == "taint" and not _TAINT.match(value):
        return "a value, a colon and the effect, such as true:NoSchedule"
    if kind == "resources" and parse_quantity(value) is None:
        return "a quantity such as 1"
    return None


def _contradiction(group: scaling.ScalingGroup, kind: str, name: str, value: str) -> str | None:
    """What the group says in place of the tag; None when it agrees or does not say."""
    if kind == "label" and isinstance(group.labels.get(name), str):
        own = text(group.labels[name])
        return None if own == value else own
    if kind != "resources" or len(group.machines) != 1 or group.machines[0].resource != name:
        return None
    # more than the machine has may be right: time-slicing and MIG multiply the count
    count, told = group.machines[0].count, parse_quantity(value)
    return str(count) if count and told is not None and 0 < told.nano < count * 10**9 else None
