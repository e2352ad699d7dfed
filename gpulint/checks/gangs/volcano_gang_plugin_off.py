"""The plugins of Volcano's scheduler against the gangs that it is given."""

from collections.abc import Iterator

from gpulint.authoring import Context, Gang, Gangs, Problem, check, problem, volcano


@check(each=volcano.SchedulerConfiguration)
def volcano_gang_plugin_off(
    configuration: volcano.SchedulerConfiguration, context: Context
) -> Iterator[Problem]:
    """Look for a gang of several pods while the scheduler's own list of plugins lacks gang."""
    if not configuration.plugins or "gang" in configuration.plugins:
        return
    index = context.manifests.index(Gangs)
    for gang in context.manifests.of(Gang):
        if gang.resource.group not in volcano.WORKLOAD_GROUPS:
            continue
        minimum = gang.minimum if gang.stated else index.members(gang).total
        if minimum is not None and minimum > 1:
            yield problem(
                configuration.tiers_place,
                related=[(gang.place, f"{minimum} pods are to start together")],
                owner=gang.resource.label,
                pods=minimum,
            )
            return
