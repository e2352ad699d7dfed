"""Replicas of a Ray worker group against its bounds."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, RayGroup, check, problem


@check(each=RayGroup)
def ray_group_bounds(group: RayGroup, context: Context) -> Iterator[Problem]:
    """Find groups whose minimum is above their maximum: the operator refuses them."""
    least, most = group.number("minReplicas"), group.number("maxReplicas")
    if not group.head and least is not None and most is not None and least > most:
        related = [(group.at("maxReplicas"), f"at most {most}")]
        yield problem(
            group.at("minReplicas"), related=related, group=group.name, least=least, most=most
        )
