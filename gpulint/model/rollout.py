"""What a Deployment does when its template changes.

Source: kubernetes/kubernetes pkg/controller/deployment/util, ResolveFenceposts: surge rounds up,
unavailable rounds down, and where both come to 0 one pod may be unavailable.
"""

import re
from typing import NamedTuple

from gpulint.core.location import Place
from gpulint.model.resource import Resource, integer, mapping

_PERCENT = re.compile(r"(\d{1,6})%\Z", re.ASCII)


class Rollout(NamedTuple):
    """How many pods may be added and taken away. place: of what decides it, as far as it is written."""

    surge: int
    unavailable: int
    place: Place

    @property
    def may_stop_first(self) -> bool:
        """Whether an old pod may go before a new one is ready."""
        return self.unavailable > 0


def plan_of(deployment: Resource, replicas: int) -> Rollout | None:
    """The rolling update of a Deployment; None when it recreates, or says what cannot be read."""
    strategy = mapping(deployment.spec.get("strategy"))
    if strategy.get("type", "RollingUpdate") != "RollingUpdate":
        return None
    rolling = mapping(strategy.get("rollingUpdate"))
    surge = _of(rolling.get("maxSurge", "25%"), replicas, up=True)
    unavailable = _of(rolling.get("maxUnavailable", "25%"), replicas, up=False)
    if surge is None or unavailable is None:
        return None
    if not surge and not unavailable:
        unavailable = 1
    return Rollout(surge, unavailable, _place(deployment))


def _place(deployment: Resource) -> Place:
    if "strategy" in deployment.spec or "replicas" not in deployment.spec:
        return deployment.field("spec", "strategy", "rollingUpdate", "maxUnavailable").place
    return deployment.at("spec", "replicas")


def _of(value: object, replicas: int, *, up: bool) -> int | None:
    number = integer(value)
    if number is not None:
        return number
    match = _PERCENT.match(value) if isinstance(value, str) else None
    if match is None:
        return None
    product = int(match.group(1)) * replicas
    return -(-product // 100) if up else product // 100
