"""Sharing configurations that a node is told to use."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    check,
    is_placeholder,
    mapping,
    near_names,
    node_wishes,
    plugin_configs,
    problem,
)


@check(each=node_wishes.NodeWish, words=("nvidia.com/device-plugin.config",))
def node_sharing_is_known(wish: node_wishes.NodeWish, context: Context) -> Iterator[Problem]:
    """Compare the label with the entries of the ConfigMaps and values that hold configurations."""
    if wish.key != node_wishes.SHARING_LABEL:
        return
    if is_placeholder(wish.value):
        context.cannot_check(wish.place)
        return
    configs = [c for c in context.cluster.of(plugin_configs.PluginConfig) if c.text.entry]
    known: dict[str, None] = {}
    for config in configs:
        known[config.text.entry] = None
        known |= dict.fromkeys(map(str, mapping(config.resource.value.get("data"))))
    if configs and wish.value not in known:
        near = near_names(wish.value, known, cutoff=0.7)
        yield problem(
            wish.place,
            related=[(configs[0].text.base._replace(part="key"), "configurations stand here")],
            owner=wish.owner,
            value=wish.value,
            known=tuple(known),
            near=near,
        )
