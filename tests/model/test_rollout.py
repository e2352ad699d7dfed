"""Rolling updates: how many pods are added and taken away."""

from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.rollout import plan_of


@pytest.mark.parametrize(
    ("strategy", "replicas", "expected"),
    [
        ("{}", 1, (1, 0)),
        ("{}", 3, (1, 0)),
        ("{}", 4, (1, 1)),
        ("{rollingUpdate: {maxSurge: 0, maxUnavailable: 25%}}", 1, (0, 1)),
        ("{rollingUpdate: {maxSurge: 50%, maxUnavailable: 0}}", 3, (2, 0)),
        ("{type: Recreate}", 3, None),
        ("{rollingUpdate: {maxSurge: half}}", 3, None),
        ("{rollingUpdate: {maxSurge: null}}", 3, None),
    ],
)
def test_surge_rounds_up_and_unavailable_down(
    manifests: Callable[..., Manifests],
    strategy: str,
    replicas: int,
    expected: tuple[int, int] | None,
) -> None:
    """The rounding decides whether an update needs a free GPU."""
    text = f"{{apiVersion: apps/v1, kind: Deployment, spec: {{strategy: {strategy}}}}}"
    found = plan_of(manifests(text).resources[0], replicas)
    actual = None if found is None else (found.surge, found.unavailable)
    assert expected == actual
