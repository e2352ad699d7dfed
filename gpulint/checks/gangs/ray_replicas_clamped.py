"""Replicas of a Ray worker group that its bounds change in silence."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, RayGroup, check, problem


@check(each=RayGroup)
def ray_replicas_clamped(group: RayGroup, context: Context) -> Iterator[Problem]:
    """Find replicas outside minReplicas and maxReplicas: the operator takes the nearer bound."""
    replicas, least = group.number("replicas"), group.number("minReplicas")
    most = group.number("maxReplicas")
    if group.head or replicas is None or (least is not None and most is not None and least > most):
        return
    for bound, key, outside in (
        (least, "minReplicas", least is not None and replicas < least),
        (most, "maxReplicas", most is not None and replicas > most),
    ):
        if outside:
            yield problem(
                group.at("replicas"),
                related=[(group.at(key), f"{key} {bound}")],
                group=group.name,
                replicas=replicas,
                key=key,
                bound=bound,
            )
