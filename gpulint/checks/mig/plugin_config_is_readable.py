"""Configurations of the device plugin that are no YAML."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, plugin_configs, problem


@check(each=plugin_configs.PluginConfig)
def plugin_config_is_readable(
    config: plugin_configs.PluginConfig, context: Context
) -> Iterator[Problem]:
    """Report the place at which a configuration cannot be read."""
    fault = config.text.fault
    if fault is not None:
        reason = str(fault.facts.get("detail", fault.kind))
        yield problem(config.text.base, entry=config.text.entry, reason=reason)
