"""A Deployment that Volcano groups, and the steps of its rolling update."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gang, Gangs, Problem, check, dig, integer, problem, text


@check(each=Gang)
def rolling_update_splits_gang(gang: Gang, context: Context) -> Iterator[Problem]:
    """Compare the group's minimum with the pods that a rolling update makes at once.

    Each ReplicaSet has a PodGroup of its own. The new one gets at most maxSurge plus maxUnavailable
    pods until some of them are ready, and none is, as long as its group is not complete.
    """
    resource, minimum = gang.resource, gang.minimum
    if (resource.group, resource.kind) != ("apps", "Deployment") or minimum is None:
        return
    total = context.manifests.index(Gangs).members(gang).total
    if gang.carrier != "object" or total is None or not 1 < minimum <= total:
        return
    if dig(resource.spec, ("strategy", "type")) not in (None, "RollingUpdate"):
        return
    rolling = ("strategy", "rollingUpdate")
    surge = _pods(dig(resource.spec, (*rolling, "maxSurge")), total, up=True)
    missing = _pods(dig(resource.spec, (*rolling, "maxUnavailable")), total, up=False)
    if surge is None or missing is None or minimum <= surge + missing:
        return
    yield problem(
        resource.field("spec", "strategy").place,
        part="key",
        related=[(gang.place, f"wants {minimum} pods")],
        minimum=minimum,
        pods="1 pod" if surge + missing == 1 else f"{surge + missing} pods",
    )


def _pods(value: object, total: int, *, up: bool) -> int | None:
    """Pods behind maxSurge or maxUnavailable; a quarter when absent, None when not known."""
    if value is None:
        value = "25%"
    share = text(value).removesuffix("%")
    if text(value).endswith("%") and share.isascii() and share.isdigit() and len(share) < 4:
        return -(-total * int(share) // 100) if up else total * int(share) // 100
    return integer(value)
