"""Virtual GPUs and fractions."""

from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.virtual_gpu import hami_amounts, kai_annotations

Reader = Callable[..., Manifests]


def pod(manifests: Reader, metadata: str, spec: str) -> PodTemplate:
    """A pod in flow style."""
    text = f"apiVersion: v1\nkind: Pod\nmetadata: {metadata}\nspec: {spec}\n"
    return manifests(text).of(PodTemplate)[0]


@pytest.mark.parametrize(
    ("metadata", "scheduler", "expected"),
    [
        ('{annotations: {gpu-memory: "4096"}}', "", {}),
        ('{annotations: {gpu-memory: "4096"}}', "kai-scheduler", {"gpu-memory": "4096"}),
        (
            '{labels: {kai.scheduler/queue: a}, annotations: {mps: "true"}}',
            "",
            {"mps": "true"},
        ),
        ('{annotations: {gpu-fraction: "0.5"}}', "", {"gpu-fraction": "0.5"}),
        ("{annotations: {gpu-fraction: null}}", "kai-scheduler", {}),
    ],
)
def test_common_words_are_kai_s_only_in_its_sight(
    manifests: Reader, metadata: str, scheduler: str, expected: dict[str, str]
) -> None:
    """Other software may well have an annotation called gpu-memory or mps."""
    found = pod(manifests, metadata, f"{{schedulerName: '{scheduler}', containers: [{{name: a}}]}}")
    actual = {name: each.value for name, each in kai_annotations(found).items()}
    assert expected == actual


def test_limits_that_only_hami_knows(manifests: Reader) -> None:
    """A count of cards alone may be anybody's."""
    text = (
        "{containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 9}}}]}"
    )
    found = pod(manifests, "{name: p}", text)
    actual = [(container.name, amount.name) for container, amount in hami_amounts(found)]
    expected = [("a", "nvidia.com/gpumem")]
    assert expected == actual
