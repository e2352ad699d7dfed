"""Time-slicing beside MPS."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, plugin_configs, problem


@check(each=plugin_configs.PluginConfig)
def sharing_one_strategy(
    config: plugin_configs.PluginConfig, context: Context
) -> Iterator[Problem]:
    """Find configurations with both sections: the plugin then reads mps alone."""
    both = (plugin_configs.TIME_SLICING, plugin_configs.MPS)
    if all(config.written_shares(strategy) for strategy in both):
        slicing = (config.text.key_at("sharing", plugin_configs.TIME_SLICING), "this is dropped")
        yield problem(config.text.at("sharing", plugin_configs.MPS), part="key", related=[slicing])
