"""Keys of the device plugin's configuration that stand where nobody reads them."""

from collections.abc import Iterator, Mapping

from gpulint.authoring import (
    Context,
    Place,
    Problem,
    check,
    mapping,
    near_names,
    plugin_configs,
    problem,
)

_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "": plugin_configs.FILE_KEYS,
    "flags": plugin_configs.FLAG_KEYS,
    "flags.plugin": plugin_configs.PLUGIN_KEYS,
    "flags.gfd": plugin_configs.GFD_KEYS,
    "sharing": plugin_configs.SHARING_KEYS,
    "sharing.timeSlicing": plugin_configs.REPLICATION_KEYS,
    "sharing.mps": plugin_configs.REPLICATION_KEYS,
    "imex": plugin_configs.IMEX_KEYS,
}
# Everyday words, which another section may well use for something else.
_COMMON = frozenset({"version", "resources", "name", "devices", "plugin", "required"})


@check(each=plugin_configs.PluginConfig)
def plugin_config_keys(
    config: plugin_configs.PluginConfig, context: Context, *, misplaced: bool
) -> Iterator[Problem]:
    """Find keys that another section knows, or that resemble a key of their own section.

    misplaced: speak of the former instead of the latter. Keys that resemble nothing may be younger
    than this table.
    """
    for section, value, place in _sections(config):
        known = _known(section)
        # Go compares names without regard to case, save where the plugin decodes by hand.
        folded = frozenset() if "." in section else frozenset(key.lower() for key in known)
        for key in map(str, value):
            if key in known or key.lower() in folded:
                continue
            homes = () if key in _COMMON else _homes(key, section)
            near = () if homes else near_names(key, known, cutoff=0.7)
            if homes if misplaced else near:
                yield problem(
                    place.child(key),
                    part="key",
                    field=key,
                    section=section or "the root of the file",
                    home=homes,
                    near=near,
                )


def _known(section: str) -> tuple[str, ...]:
    return plugin_configs.SHARE_KEYS if section.endswith("resources") else _SECTIONS[section]


def _homes(key: str, section: str) -> tuple[str, ...]:
    homes = [path for path, keys in _SECTIONS.items() if key in keys and path != section]
    if key in ("replicas", "rename"):
        homes = ["sharing.timeSlicing.resources[]", "sharing.mps.resources[]"]
    return tuple(path or "the root of the file" for path in homes)


def _sections(
    config: plugin_configs.PluginConfig,
) -> Iterator[tuple[str, Mapping[str, object], Place]]:
    for section in _SECTIONS:
        path = tuple(section.split(".")) if section else ()
        value: object = config.text.value
        for step in path:
            value = mapping(value).get(step)
        yield section, mapping(value), config.text.at(*path)
    for strategy in plugin_configs.SHARING_KEYS:
        for share in config.written_shares(strategy):
            yield f"sharing.{strategy}.resources", share.value, share.place
