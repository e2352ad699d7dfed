"""The version of a device plugin's configuration."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, is_placeholder, plugin_configs, problem


@check(each=plugin_configs.PluginConfig)
def plugin_config_version(
    config: plugin_configs.PluginConfig, context: Context
) -> Iterator[Problem]:
    """Find a version other than v1; an absent one means v1."""
    version = config.text.value.get("version")
    place = config.text.at("version")
    if is_placeholder(version):
        context.cannot_check(place)
    elif version not in (None, "", "v1"):
        yield problem(place, version=version)
