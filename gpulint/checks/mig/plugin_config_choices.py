"""Words of the device plugin's configuration that it does not take."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    dig,
    is_placeholder,
    near_names,
    plugin_configs,
    problem,
)


@check(each=plugin_configs.PluginConfig)
def plugin_config_choices(
    config: plugin_configs.PluginConfig, context: Context
) -> Iterator[Problem]:
    """Hold each flag that has a choice against its words; a list of them is looked at one by one."""
    for path, known in plugin_configs.CHOICES.items():
        value = dig(config.text.value, path)
        if value is None:
            continue
        words = value if isinstance(value, list) else [value]
        for index, word in enumerate(words):
            place = config.text.at(*path, *((index,) if isinstance(value, list) else ()))
            if is_placeholder(word):
                context.cannot_check(place)
            elif word not in known:
                near = near_names(str(word), known, cutoff=0.6)
                yield problem(place, field=path[-1], value=word, known=known, near=near)
