"""Taints of GPU nodes by platform."""

from gpulint.catalog import taints
from gpulint.catalog.taints import ProviderTaint


def test_platforms_taint_gpu_nodes_with_the_resource_name() -> None:
    """Who adds the toleration differs."""
    expected = {
        "kubernetes": "plugin",
        "gke": "provider",
        "aks": "plugin",
        "eks": "user",
        "oke": "provider",
    }
    actual = {each.platform: each.tolerated_by for each in taints.taints_with("nvidia.com/gpu")}
    assert expected == actual


def test_taint_of_one_platform_is_whole() -> None:
    """A toleration is compared with key, value and effect."""
    expected = (ProviderTaint("aks", "sku", "gpu", "NoSchedule", "user"),)
    assert expected == taints.taints_with("sku")


def test_platform_tells_whether_it_adds_tolerations() -> None:
    """Unknown is neither yes nor no."""
    expected = (True, False, None)
    actual = tuple(map(taints.adds_tolerations, ("aks", "kubernetes", "elsewhere")))
    assert expected == actual
