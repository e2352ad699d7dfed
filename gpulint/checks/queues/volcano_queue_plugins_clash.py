"""Two plugins of Volcano's scheduler that both rule the queues."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, problem, volcano


@check(each=volcano.SchedulerConfiguration)
def volcano_queue_plugins_clash(
    configuration: volcano.SchedulerConfiguration, context: Context
) -> Iterator[Problem]:
    """Find capacity beside proportion, of which a scheduler may run one."""
    plugins = configuration.plugins
    if "capacity" in plugins and "proportion" in plugins:
        yield problem(
            plugins["proportion"], related=[(plugins["capacity"], "rules the queues as well")]
        )
