"""What a section of shared resources must state."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, near_names, plugin_configs, problem, sequence

_NEEDED = ("name", "replicas")


@check(each=plugin_configs.PluginConfig)
def sharing_fields(config: plugin_configs.PluginConfig, context: Context) -> Iterator[Problem]:
    """Find sections without resources, and resources without name or replicas.

    A misspelt key is another rule's.
    """
    for strategy in plugin_configs.SHARING_KEYS:
        section = config.replication(strategy)
        if isinstance(section.get("resources"), dict):
            continue  # a wrong shape is another rule's
        if config.sharing.get(strategy) is not None and not sequence(section.get("resources")):
            if not _misspelt("resources", section):
                yield problem(
                    config.text.at("sharing", strategy),
                    part="key",
                    owner=f"sharing.{strategy}",
                    field="resources",
                )
            continue
        for share in config.written_shares(strategy):
            for field in _NEEDED:
                if field not in share.value and not _misspelt(field, share.value):
                    owner = f"a resource under sharing.{strategy}"
                    yield problem(share.place, owner=owner, field=field)


def _misspelt(field: str, keys: object) -> bool:
    known = plugin_configs.SHARE_KEYS + plugin_configs.REPLICATION_KEYS
    rows = keys if isinstance(keys, dict) else {}
    return any(field in near_names(str(key), known, cutoff=0.6) for key in rows if key not in known)
