"""Settings of the device plugin that no release carries out."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, plugin_configs, problem, slices


@check(each=plugin_configs.PluginConfig)
def sharing_keys_ignored(
    config: plugin_configs.PluginConfig, context: Context
) -> Iterator[Problem]:
    """Find names and devices chosen for shares, and patterns for resources.

    `devices: all` and the name that renameByDefault gives anyway change nothing.
    """
    if config.text.value.get("resources"):
        yield problem(config.text.key_at("resources"), field="resources")
    for strategy in plugin_configs.SHARING_KEYS:
        for share in config.written_shares(strategy):
            usual = share.name + slices.SHARED if share.renamed else ""
            if share.value.get("rename") not in (None, "", usual):
                yield problem(share.place.child("rename"), part="key", field="rename")
            if share.value.get("devices") not in (None, "all"):
                yield problem(share.place.child("devices"), part="key", field="devices")
