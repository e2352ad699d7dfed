"""Configurations of NVIDIA's device plugin."""

from collections.abc import Callable

import pytest

from gpulint.model.device_plugin_config import PluginConfig, PluginConfigs
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]
Shares = list[tuple[str, str, int | None, bool, bool]]


def shares(config: PluginConfig) -> Shares:
    """What takes effect: strategy, name, replicas, renamed, fails."""
    return [(s.strategy, s.name, s.replicas, s.renamed, s.fails) for s in config.shares]


@pytest.mark.parametrize(
    ("sharing", "expected"),
    [
        (
            "{timeSlicing: {renameByDefault: true, resources: [{name: gpu, replicas: 4}]}}",
            [("timeSlicing", "nvidia.com/gpu", 4, True, False)],
        ),
        (
            "{mps: {resources: [{name: nvidia.com/gpu, replicas: 10}]}}",
            [("mps", "nvidia.com/gpu", 10, False, True)],
        ),
        (
            "{mps: {failRequestsGreaterThanOne: false, resources: [{name: gpu, replicas: 2}]}}",
            [("mps", "nvidia.com/gpu", 2, False, False)],
        ),
        (
            "{timeSlicing: {resources: [{name: gpu, replicas: 4}]},"
            " mps: {resources: [{name: gpu, replicas: x}]}}",
            [("mps", "nvidia.com/gpu", None, False, True)],
        ),
        ("{timeSlicing: [], mps: null}", []),
    ],
)
def test_shares_that_take_effect(manifests: Reader, sharing: str, expected: Shares) -> None:
    """MPS wins over time-slicing and refuses more than one share unless told otherwise."""
    found = manifests(f"version: v1\nsharing: {sharing}\n").of(PluginConfig)
    actual = shares(found[0])
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "is_config"),
    [
        ("flags: {migStrategy: mixed}", True),
        ("flags: {failRequestsGreaterThanOne: true}", True),
        ("sharing: {time-slicing: {}}", True),
        ("flags: {verbose: true}", False),
        ("sharing: {enabled: true}", False),
    ],
)
def test_other_files_are_left_alone(manifests: Reader, text: str, is_config: bool) -> None:
    """Many programs have flags and sharing in their files."""
    assert is_config == bool(manifests(text + "\n").of(PluginConfig))


def test_a_resource_is_shared_when_every_configuration_shares_it(manifests: Reader) -> None:
    """One configuration without it stands for nodes whose cards are whole."""
    shared = "sharing: {timeSlicing: {resources: [{name: gpu, replicas: 4}]}}\n"
    alone = manifests(a=shared).index(PluginConfigs).shares("nvidia.com/gpu")
    both = manifests(a=shared, b="flags: {migStrategy: none}\n").index(PluginConfigs)
    expected = ([4], ())
    actual = ([each.replicas for each in alone], both.shares("nvidia.com/gpu"))
    assert expected == actual
