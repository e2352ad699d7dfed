"""Variables that name GPUs."""

from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.visibility import may_ask_otherwise, wish

Reader = Callable[..., Manifests]


def pod(manifests: Reader, env: str, more: str = "") -> PodTemplate:
    """A pod of one container with these entries of env."""
    text = f"""
    apiVersion: v1
    kind: Pod
    metadata: {{name: a, annotations: {{{more}}}}}
    spec:
      containers: [{{name: a, env: [{env}]}}]
    """
    return manifests(text).of(PodTemplate)[0]


@pytest.mark.parametrize(
    ("value", "takes", "indexes"),
    [
        ("all", True, None),
        ("'0'", True, (0,)),
        ("'0, 2'", True, (0, 2)),
        ("GPU-1f0c,GPU-2a", True, None),
        ("MIG-77/1/0", True, None),
        ("none", False, None),
        ("void", False, None),
        ("''", False, None),
        ("words", False, None),
        ("'-1'", False, None),
    ],
)
def test_values_that_take_devices_are_told_apart(
    manifests: Reader, value: str, takes: bool, indexes: tuple[int, ...] | None
) -> None:
    """`none` protects a container, `all` harms its neighbours."""
    env = f"{{name: NVIDIA_VISIBLE_DEVICES, value: {value}}}"
    found = wish(pod(manifests, env).containers[0])
    expected = (takes, indexes)
    actual = None if found is None else (found.takes_devices, found.indexes)
    assert expected == actual


@pytest.mark.parametrize(
    "entry",
    [
        "{name: NVIDIA_VISIBLE_DEVICES, valueFrom: {fieldRef: {fieldPath: x}}}",
        "{name: NVIDIA_VISIBLE_DEVICES, value: '${GPUS}'}",
        "{name: OTHER, value: all}",
    ],
)
def test_an_unknown_value_is_no_wish(manifests: Reader, entry: str) -> None:
    """What stands elsewhere cannot be judged here."""
    expected = None
    actual = wish(pod(manifests, entry).containers[0])
    assert expected == actual


def test_the_last_of_two_entries_counts(manifests: Reader) -> None:
    """Kubernetes lets a later entry win."""
    twice = (
        "{name: NVIDIA_VISIBLE_DEVICES, value: all}, {name: NVIDIA_VISIBLE_DEVICES, value: none}"
    )
    found = wish(pod(manifests, twice).containers[0])
    expected = "none"
    actual = None if found is None else found.value
    assert expected == actual


@pytest.mark.parametrize(
    ("annotation", "expected"), [("gpu-fraction: '0.5'", True), ("team: a", False)]
)
def test_a_share_by_annotation_is_an_order(
    manifests: Reader, annotation: str, expected: bool
) -> None:
    """Such a pod gets its GPU without a limit, so the variable is no theft."""
    actual = may_ask_otherwise(pod(manifests, "", annotation))
    assert expected == actual
