"""Words of the device plugin's configuration that it does not take."""

import re
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

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\Z")


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
    for strategy in plugin_configs.SHARING_KEYS:
        yield from _resources(config, strategy)


def _resources(config: plugin_configs.PluginConfig, strategy: str) -> Iterator[Problem]:
    """Resources that are no list, and names that the plugin refuses.

    Source: NVIDIA/k8s-device-plugin api/config/v1/resources.go, NewResourceName.
    """
    if isinstance(config.replication(strategy).get("resources"), dict):
        place = config.text.key_at("sharing", strategy, "resources")
        yield problem(
            place, part="key", field="resources", value="a mapping", known="a list", near=()
        )
    for share in config.written_shares(strategy):
        written = share.value.get("name")
        if isinstance(written, str) and not is_placeholder(written) and _is_illegal(share.name):
            right = written.replace("+", ".").lower()
            near = () if _is_illegal(right) or right == written else (right,)
            known = "letters in lower case, digits, hyphens and dots"
            place = share.place.child("name")
            yield problem(place, field="name", value=written, known=known, near=near)


def _is_illegal(name: str) -> bool:
    return bool(name) and not _NAME.match(name.partition("/")[2] or name)
