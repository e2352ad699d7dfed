"""How many times a shared card is handed out."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, is_placeholder, plugin_configs, problem


@check(each=plugin_configs.PluginConfig)
def sharing_replicas(config: plugin_configs.PluginConfig, context: Context) -> Iterator[Problem]:
    """Find replicas below 2, and those that are no whole number."""
    for strategy in plugin_configs.SHARING_KEYS:
        for share in config.written_shares(strategy):
            value = share.value.get("replicas")
            place = share.place.child("replicas")
            if "replicas" not in share.value:
                continue
            if is_placeholder(value):
                context.cannot_check(place)
            elif share.replicas is None or share.replicas < 2:
                yield problem(place, replicas=value, strategy=strategy)
