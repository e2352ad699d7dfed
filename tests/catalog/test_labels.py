"""Node labels, their values, and what was meant."""

import pytest

from gpulint.catalog import labels


@pytest.mark.parametrize(
    ("key", "type", "owner", "provider"),
    [
        ("nvidia.com/gpu.product", "product", "gfd", ""),
        ("nvidia.com/gpu.memory", "integer", "gfd", ""),
        ("nvidia.com/mig.capable", "boolean", "gfd", ""),
        ("nvidia.com/mig-1g.10gb.count", "integer", "gfd", ""),
        ("nvidia.com/mig-1g.24gb-me.product", "product", "gfd", ""),
        ("nvidia.com/gpu.deploy.driver", "enum", "operator", ""),
        ("nvidia.com/mig.config", "string", "user", ""),
        ("feature.node.kubernetes.io/pci-10de.present", "boolean", "nfd", ""),
        ("feature.node.kubernetes.io/kernel-version.full", "string", "nfd", ""),
        ("amd.com/gpu.cu-count", "integer", "amd", ""),
        ("cloud.google.com/gke-accelerator", "enum", "provider", "gke"),
        ("cloud.google.com/gke-tpu-topology", "topology", "provider", "gke"),
        ("karpenter.k8s.aws/instance-gpu-memory", "integer", "provider", "karpenter-aws"),
        ("eks.amazonaws.com/instance-gpu-name", "enum", "provider", "eks-auto"),
        ("kubernetes.azure.com/accelerator", "enum", "provider", "aks"),
        ("gpu.nvidia.com/class", "string", "provider", "coreweave"),
        ("k8s.amazonaws.com/accelerator", "enum", "user", "eks"),
    ],
)
def test_label_is_known_with_its_type_and_writer(
    key: str, type: str, owner: str, provider: str
) -> None:
    """Gt needs an integer label; a selector needs someone who writes it."""
    fact = labels.label(key)
    assert fact is not None
    assert (type, owner, provider) == (fact.type, fact.owner, labels.provider_of(key))


def test_unknown_label_is_not_known() -> None:
    """A company's own labels are none of our business."""
    expected = (None, "")
    actual = (labels.label("example.com/pool"), labels.provider_of("example.com/pool"))
    assert expected == actual


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("nvidia.com/gpu-product", ("nvidia.com/gpu.product",)),
        ("nvidia.com/GPU.Product", ("nvidia.com/gpu.product",)),
        ("nvidia.com/gpu.type", ("nvidia.com/gpu.product",)),
        ("nvidia.com/gpu.nvlink", ()),
        ("nvidia.com/cuda.driver.major", ("nvidia.com/cuda.driver-version.major",)),
        ("karpenter.k8s.aws/gpu-name", ("karpenter.k8s.aws/instance-gpu-name",)),
        ("nvidia.com/gpu.count", ()),
        ("example.com/pool", ()),
    ],
)
def test_wrong_key_leads_to_the_one_that_nodes_carry(key: str, near: tuple[str, ...]) -> None:
    """A selector on a key that nothing writes matches no node."""
    assert near == labels.near_labels(key)


@pytest.mark.parametrize(
    ("key", "value", "near"),
    [
        ("nvidia.com/gpu.product", "nvidia-l4", ("NVIDIA-L4",)),
        ("nvidia.com/gpu.product", "NVIDIA-L4", ()),
        ("nvidia.com/gpu.family", "Ampere", ("ampere",)),
        ("nvidia.com/gpu.family", "ada", ("ada-lovelace",)),
        ("nvidia.com/mig.capable", "True", ("true",)),
        ("cloud.google.com/gke-accelerator", "NVIDIA-L4", ("nvidia-l4",)),
        ("cloud.google.com/gke-accelerator", "nvidia-tesla-l4", ("nvidia-l4",)),
        ("cloud.google.com/gke-accelerator", "nvidia-a100-40gb", ("nvidia-tesla-a100",)),
        ("karpenter.k8s.aws/instance-gpu-name", "A10G", ("a10g",)),
        ("karpenter.k8s.aws/instance-gpu-name", "NVIDIA-H100-80GB-HBM3", ("h100",)),
        ("cloud.google.com/gke-tpu-accelerator", "tpu-v6e", ("tpu-v6e-slice",)),
        ("nvidia.com/mig.config", "all-1g.5gb", ()),
        ("example.com/pool", "gpu", ()),
    ],
)
def test_wrong_value_leads_to_one_that_nodes_carry(
    key: str, value: str, near: tuple[str, ...]
) -> None:
    """Every provider has its own word for the same card."""
    assert near == labels.near_values(key, value)


@pytest.mark.parametrize(
    ("key", "value", "products"),
    [
        ("cloud.google.com/gke-accelerator", "nvidia-l4", ("NVIDIA-L4",)),
        (
            "karpenter.k8s.aws/instance-gpu-name",
            "a100",
            ("NVIDIA-A100-SXM4-40GB", "NVIDIA-A100-SXM4-80GB"),
        ),
        ("cloud.google.com/gke-accelerator", "nvidia-x", ()),
        ("example.com/pool", "gpu", ()),
    ],
)
def test_provider_value_tells_the_product(key: str, value: str, products: tuple[str, ...]) -> None:
    """Two selectors on one pod contradict each other when they name different cards."""
    assert products == labels.products_of(key, value)


def test_values_of_a_boolean_are_two_words() -> None:
    """Yes and 1 match no node."""
    expected = ("true", "false")
    actual = labels.known_values("nvidia.com/mps.capable")
    assert expected == actual
