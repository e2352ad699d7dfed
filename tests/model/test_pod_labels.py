"""Pods by their labels."""

from collections.abc import Callable, Mapping

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.pod_labels import PodLabels

PODS = """
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: n, labels: {app: x, tier: t}}, spec: {}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b, labels: {app: x}}, spec: {}}
---
{apiVersion: v1, kind: Pod, metadata: {name: c, namespace: m, labels: {app: x}}, spec: {}}
"""


@pytest.mark.parametrize(
    ("labels", "namespace", "expected"),
    [
        ({"app": "x"}, "n", ["a", "b"]),
        ({"app": "x", "tier": "t"}, "n", ["a"]),
        ({"app": "x"}, "", ["a", "b", "c"]),
        ({"app": "y"}, "n", []),
        ({}, "n", []),
    ],
)
def test_a_selector_finds_pods_of_its_namespace(
    manifests: Callable[..., Manifests],
    labels: Mapping[str, object],
    namespace: str,
    expected: list[str],
) -> None:
    """An absent namespace may be any one; an empty selector would mean pods that we do not know."""
    index = manifests(PODS).index(PodLabels)
    actual = [pod.resource.name for pod in index.matching(labels, namespace)]
    assert expected == actual
