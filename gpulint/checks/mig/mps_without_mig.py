"""MPS where cards are cut into slices."""

from collections.abc import Iterator

from gpulint.authoring import Context, Place, Problem, check, plugin_configs, problem, sharing


@check(each=plugin_configs.PluginConfig)
def mps_without_mig(config: plugin_configs.PluginConfig, context: Context) -> Iterator[Problem]:
    """Find MPS with the strategy mixed, or for MIG resources.

    The strategy of the file counts, then one that chart values or a plugin of the run state: the
    environment beats the file, so a strategy of the run is only near certain.
    """
    shares = config.shares
    if not shares or shares[0].strategy != plugin_configs.MPS:
        return
    place = config.text.at("sharing", plugin_configs.MPS)
    if config.strategy == "mixed":
        flag: tuple[Place, str] = (
            config.text.at("flags", "migStrategy"),
            "the strategy is set here",
        )
        yield problem(place, part="key", related=[flag], reason="with the MIG strategy mixed")
        return
    sliced = next((each for each in shares if plugin_configs.is_mig(each.name)), None)
    if sliced is not None:
        reason = f"for {sliced.name}: it shares full cards only"
        yield problem(sliced.place.child("name"), reason=reason)
        return
    stated = context.manifests.index(sharing.MigStrategies).stated
    if stated and all(each.value == "mixed" for each in stated):
        related = [(stated[0].place, stated[0].words)]
        yield problem(
            place,
            part="key",
            related=related,
            confidence=sharing.confidence_of(config.resource, stated[0].place),
            reason="with the MIG strategy mixed",
        )
