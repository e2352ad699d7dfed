"""MIG strategies that a run states, and the device plugin's own pods."""

from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.sharing import (
    MigStrategies,
    confidence_of,
    config_from_environment,
    plugins,
    reads_a_file,
)

Reader = Callable[..., Manifests]

PLUGIN = """\
apiVersion: v1
kind: Pod
metadata: {name: plugin}
spec:
  containers:
    - name: plugin
      image: registry.example.com/nvidia/k8s-device-plugin:0.20
      args: [--mig-strategy=single]
      env: [{name: MIG_STRATEGY, value: $STRATEGY}]
      envFrom: [{configMapRef: {name: variables}}, {secretRef: {name: s}}]
    - {name: other, image: registry.example.com/k8s-device-plugin-metrics:1}
"""


def test_strategies_from_every_source(manifests: Reader) -> None:
    """One that is filled in later makes all of them unclear."""
    values = "migManager: {enabled: true}\ntoolkit: {enabled: true}\nmig: {strategy: mixed}\n"
    config = "version: v1\nflags: {migStrategy: none}\n"
    found = manifests(values=values, config=config, plugin=PLUGIN).index(MigStrategies)
    expected = (["mixed", "none", "single"], True)
    actual = ([each.value for each in found.stated], found.unclear)
    assert expected == actual


def test_the_plugin_is_known_by_its_image(manifests: Reader) -> None:
    """Names of containers are free."""
    pod = manifests(PLUGIN).of(PodTemplate)[0]
    found = list(plugins(pod))
    names = [name for name, _ in config_from_environment(found[0])]
    expected = (["plugin"], ["variables"], False)
    assert expected == ([each.name for each in found], names, reads_a_file(found[0]))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("a/x", "a/y", "medium"),
        ("a/b/x", "a/y", "medium"),
        ("a/b/x", "a/c/y", "medium"),
        ("a/b/x", "c/d/y", "low"),
    ],
)
def test_files_far_apart_may_belong_to_two_clusters(
    manifests: Reader, one: str, other: str, expected: str
) -> None:
    """A repository with several clusters must not be judged as one."""
    found = manifests(**{one: "kind: A\napiVersion: v1\n", other: "kind: B\napiVersion: v1\n"})
    actual = confidence_of(found.resources[0], found.resources[1].at())
    assert expected == actual
