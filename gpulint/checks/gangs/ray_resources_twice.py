"""Resources of a Ray group that are stated in two ways."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, RayGroup, check, mapping, problem

_KEYS = ("num-cpus", "num-gpus", "memory", "resources")


@check(each=RayGroup)
def ray_resources_twice(group: RayGroup, context: Context) -> Iterator[Problem]:
    """Find rayStartParams that state amounts beside the group's own `resources`."""
    if not mapping(group.value.get("resources")):
        return
    for key in _KEYS:
        if key in group.start_parameters:
            yield problem(
                group.at("rayStartParams", key),
                part="key",
                related=[(group.at("resources")._replace(part="key"), "stated here as well")],
                group=group.name,
                key=key,
            )
