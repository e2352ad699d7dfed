"""Devices that a kind writes as name and quantity."""

from collections.abc import Callable

from gpulint.model.container import ResourceRequirements
from gpulint.model.manifests import Manifests

Reader = Callable[..., Manifests]

SPARK = """
apiVersion: sparkoperator.k8s.io/v1beta2
kind: SparkApplication
spec:
  driver: {cores: 1}
  executor:
    gpu:
      name: nvidia.com/gpus
      quantity: 2
"""


def test_a_device_of_spark_is_a_limit_at_its_name(manifests: Reader) -> None:
    """A misspelt name is told of where it stands, as in any container."""
    blocks = [b for b in manifests(SPARK).of(ResourceRequirements) if b.named]
    actual = [
        (name, amount.devices, amount.place.pointer.field_path, block.requests)
        for block in blocks
        for name, amount in block.limits.items()
    ]
    assert actual == [("nvidia.com/gpus", 2, "spec.executor.gpu.name", {})]
