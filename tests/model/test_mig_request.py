"""MIG slices that pods ask for, and the cards that their selectors allow."""

from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.mig_request import (
    alike,
    cards,
    cards_of_node,
    offer,
    profile_of,
    slices,
)
from gpulint.model.pod import PodTemplate

Reader = Callable[..., Manifests]


def pod(manifests: Reader, spec: str) -> PodTemplate:
    """A pod whose spec is given in flow style."""
    found = manifests(f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {spec}\n")
    return found.of(PodTemplate)[0]


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("nvidia.com/mig-1g.10gb.me", "1g.10gb+me"),
        ("nvidia.com/mig-1g.10gb.shared", "1g.10gb"),
        ("nvidia.com/mig-1g.10gb+me", None),
        ("nvidia.com/gpu", None),
    ],
)
def test_profile_behind_a_resource(name: str, profile: str | None) -> None:
    """A plus is legal in the profile and not in the resource."""
    found = profile_of(name)
    actual = None if found is None else found.name
    expected = profile
    assert expected == actual


def test_slices_of_all_containers(manifests: Reader) -> None:
    """Zero counts and compute instances ask for nothing that a plugin offers."""
    text = """
      {containers: [
        {name: a, resources: {limits: {nvidia.com/mig-2g.20gb.shared: 2, nvidia.com/mig-1g.10gb: 0}}},
        {name: b, resources: {limits: {nvidia.com/mig-1c.2g.20gb: 1, nvidia.com/gpu: 1}}}],
       initContainers: [{name: i, resources: {limits: {nvidia.com/mig-1g.10gb: 1}}}]}"""
    found = [(e.container.name, e.profile.name, e.shared) for e in slices(pod(manifests, text))]
    expected = [("i", "1g.10gb", False), ("a", "2g.20gb", True)]
    assert expected == found


@pytest.mark.parametrize(
    ("selector", "labels"),
    [
        ("{nvidia.com/gpu.product: NVIDIA-A30-SHARED}", ["NVIDIA-A30"]),
        ("{cloud.google.com/gke-accelerator: nvidia-l4}", ["NVIDIA-L4"]),
        ("{node.kubernetes.io/instance-type: p4d.24xlarge}", ["NVIDIA-A100-SXM4-40GB"]),
        (
            "{karpenter.k8s.aws/instance-gpu-name: a100, nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB}",
            ["NVIDIA-A100-SXM4-80GB"],
        ),
        ("{nvidia.com/gpu.product: NVIDIA-X900}", None),
        ("{pool: gpu}", None),
    ],
)
def test_cards_that_a_selector_allows(
    manifests: Reader, selector: str, labels: list[str] | None
) -> None:
    """An unknown value allows anything, so nothing may be said about it."""
    found = cards(pod(manifests, f"{{nodeSelector: {selector}, containers: [{{name: a}}]}}"))
    actual = None if found is None else [card.label for card in found.products]
    expected = labels
    assert expected == actual


def test_labels_of_one_card_narrow_each_other(manifests: Reader) -> None:
    """Where they contradict each other the first one counts; another rule tells of that."""
    text = (
        "{nodeSelector: {nvidia.com/gpu.product: NVIDIA-L4,"
        " cloud.google.com/gke-accelerator: nvidia-tesla-t4}, containers: [{name: a}]}"
    )
    found = cards(pod(manifests, text))
    actual = None if found is None else [card.label for card in found.products]
    expected = ["NVIDIA-L4"]
    assert expected == actual


@pytest.mark.parametrize(
    ("selector", "count"),
    [
        ("{node.kubernetes.io/instance-type: p4d.24xlarge}", 8),
        ("{node.kubernetes.io/instance-type: x.large}", 16),
        ("{}", 16),
    ],
)
def test_cards_of_one_node(manifests: Reader, selector: str, count: int) -> None:
    """The largest machine on sale bounds what is not known."""
    found = pod(manifests, f"{{nodeSelector: {selector}, containers: [{{name: a}}]}}")
    assert count == cards_of_node(found)


def test_offer_of_a_card_leaves_attributes_out(manifests: Reader) -> None:
    """A message that lists eleven names helps nobody."""
    text = "{nodeSelector: {nvidia.com/gpu.product: NVIDIA-A30}, containers: [{name: a}]}"
    found = cards(pod(manifests, text))
    assert found is not None
    expected = ("nvidia.com/mig-1g.6gb", "nvidia.com/mig-2g.12gb", "nvidia.com/mig-4g.24gb")
    assert expected == offer(found.products[0])


def test_offers_of_the_same_size() -> None:
    """Whoever copied the name from another card wants as many slices as it says."""
    profile = profile_of("nvidia.com/mig-1g.5gb")
    assert profile is not None
    offers = ("nvidia.com/mig-1g.10gb", "nvidia.com/mig-1g.20gb", "nvidia.com/mig-2g.20gb")
    expected = offers[:2]
    assert expected == alike(profile, offers)
