"""Cloud machine types."""

import pytest

from gpulint.catalog.instances import Instance, instance, near_instances


def test_machine_type_tells_its_devices() -> None:
    """A pod that asks for more than the machine has waits for ever."""
    expected = Instance(
        name="p5.48xlarge",
        provider="aws",
        family="p5",
        gpu="h100",
        product="NVIDIA-H100-80GB-HBM3",
        resource="nvidia.com/gpu",
        count=8,
        memory_mib=81920,
        fractional=False,
        cpus=192,
        memory_gib=2048,
    )
    assert expected == instance("p5.48xlarge")


@pytest.mark.parametrize(
    ("name", "product", "count"),
    [
        ("g5.12xlarge", "NVIDIA-A10G", 4),
        ("g7.4xlarge", "NVIDIA-RTX-PRO-4500-Blackwell", None),
        ("g6f.large", None, 0),
        ("Standard_ND96isr_H100_v5", "NVIDIA-H100-80GB-HBM3", 8),
        ("a3-highgpu-1g", "NVIDIA-H100-80GB-HBM3", 1),
        ("g2-standard-48", "NVIDIA-L4", 4),
        ("trn1.32xlarge", None, 16),
    ],
)
def test_machine_type_tells_product_and_count(
    name: str, product: str | None, count: int | None
) -> None:
    """An unlisted size is known by its family, a part of a card counts as none."""
    found = instance(name)
    assert found is not None
    assert (product, count) == (found.product, found.count)


@pytest.mark.parametrize(
    "name", ["m5.large", "Standard_D4s_v3", "e2-standard-4", "p5", "g2-standard-5"]
)
def test_other_machine_types_are_not_known(name: str) -> None:
    """Silence about a machine that the catalogue does not know."""
    found = instance(name)
    assert found is None or found.count is None


def test_wrong_machine_type_leads_to_the_one_that_was_meant() -> None:
    """The scheduler takes any value."""
    expected = ("Standard_ND96isr_H100_v5",)
    actual = near_instances("Standard_ND96isr-H100-v5")
    assert expected == actual
