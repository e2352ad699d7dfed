"""Taints that GPU nodes carry, by platform, and who lets pods pass them."""

from functools import cache
from typing import Literal, NamedTuple

from gpulint.catalog.tables import table


class ProviderTaint(NamedTuple):
    """A taint that a platform or its guides put on GPU nodes.

    value: None where any or none is met. tolerated_by: `provider` (an admission step of the
    platform adds the toleration), `plugin` (ExtendedResourceToleration where it is on), `operator`
    (its own pods only) or `user` (nobody else).
    """

    platform: str
    key: str
    value: str | None
    effect: Literal["NoSchedule", "PreferNoSchedule", "NoExecute"]
    tolerated_by: Literal["provider", "plugin", "operator", "user"]


@cache
def provider_taints() -> tuple[ProviderTaint, ...]:
    """Every taint, in the order of the data."""
    return tuple(ProviderTaint(*row) for row in table("taints")["taints"])


def taints_with(key: str) -> tuple[ProviderTaint, ...]:
    """Taints of a key; empty for a key that no platform is known to use."""
    return tuple(taint for taint in provider_taints() if taint.key == key)


def adds_tolerations(platform: str) -> bool | None:
    """Whether a platform runs the ExtendedResourceToleration plugin; None where that is not known.

    The plugin adds key = resource name, operator Exists, effect NoSchedule, and no other.
    """
    known: dict[str, bool] = table("taints")["toleration_plugin"]
    return known.get(platform)
