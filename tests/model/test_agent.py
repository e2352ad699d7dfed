"""Pods that look after GPUs."""

from collections.abc import Callable

import pytest

from gpulint.model.agent import is_agent
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate


@pytest.mark.parametrize(
    ("pod", "expected"),
    [
        ("metadata: {name: chat}, spec: {containers: [{name: a, image: x/chat:1}]}", False),
        ("metadata: {name: x}, spec: {containers: [{name: a, image: x/dcgm-exporter:1}]}", True),
        ("metadata: {name: x, namespace: gpu-operator}, spec: {containers: [{name: a}]}", True),
        ("metadata: {name: x}, spec: {hostPID: true, containers: [{name: a}]}", True),
        (
            "metadata: {name: x}, spec: {priorityClassName: system-node-critical, containers: [{}]}",
            True,
        ),
        ("metadata: {name: reagent}, spec: {containers: [{name: a, image: magent}]}", False),
    ],
)
def test_agents_are_told_by_name_place_and_privilege(
    manifests: Callable[..., Manifests], pod: str, expected: bool
) -> None:
    """They may see every GPU without asking for one; others may not."""
    found = manifests(f"{{apiVersion: v1, kind: Pod, {pod}}}").of(PodTemplate)[0]
    actual = is_agent(found)
    assert expected == actual
