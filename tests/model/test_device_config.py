"""Configuration that NVIDIA's DRA driver refuses."""

from collections.abc import Callable

import pytest

from gpulint.model.device_config import faults
from gpulint.model.dra import ClaimConfig
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]
HEAD = "apiVersion: resource.nvidia.com/v1beta1, kind: GpuConfig"
PATH = "spec.devices.config[0].opaque.parameters"

CASES = {
    "sound": (
        f"{HEAD}, sharing: {{strategy: MPS, mpsConfig: {{defaultActiveThreadPercentage: 50}}}}",
        [],
    ),
    "another version": (
        "apiVersion: resource.nvidia.com/v1alpha1, kind: GpuConfig",
        [("apiVersion", ("resource.nvidia.com/v1beta1",))],
    ),
    "another kind": (HEAD.replace("Gpu", "GPU"), [("kind", ("GpuConfig",))]),
    "an unknown field": (
        f"{HEAD}, sharing: {{timeSliceConfig: {{}}}}",
        [("sharing.timeSliceConfig", ("timeSlicingConfig",))],
    ),
    "no choice of the field": (
        f"{HEAD}, sharing: {{strategy: timeslicing}}",
        [("sharing.strategy", ("TimeSlicing",))],
    ),
    "a placeholder": (f"{HEAD}, sharing: {{strategy: '${{STRATEGY}}'}}", []),
    "a percentage too large": (
        f"{HEAD}, sharing: {{mpsConfig: {{defaultActiveThreadPercentage: 150}}}}",
        [("sharing.mpsConfig.defaultActiveThreadPercentage", ())],
    ),
}


@pytest.mark.parametrize(("parameters", "expected"), CASES.values(), ids=CASES)
def test_faults(
    manifests: Reader, parameters: str, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    """Strict decoding fails the pod on its node, long after it was accepted."""
    text = f"""
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {{name: gpu}}
spec: {{devices: {{config: [{{opaque: {{driver: gpu.nvidia.com, parameters: {{{parameters}}}}}}}]}}}}
"""
    (config,) = manifests(text).of(ClaimConfig)
    actual = [
        (fault.place.pointer.field_path.removeprefix(f"{PATH}."), fault.near)
        for fault in faults(config)
    ]
    assert expected == actual


def test_another_driver_judges_for_itself(manifests: Reader) -> None:
    """Its kinds are not known here."""
    text = """
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: nic}
spec: {devices: {config: [{opaque: {driver: nic.example.com, parameters: {kind: Any}}}]}}
"""
    (config,) = manifests(text).of(ClaimConfig)
    actual = list(faults(config))
    assert actual == []
