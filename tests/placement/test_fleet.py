"""Nodes folded into groups, and what keeps a pod off each."""

from collections.abc import Callable

import pytest

from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import resources_in
from gpulint.placement.fleet import Fleet, fleet, is_served_by_claims, judge, most
from gpulint.source.reader import ReadOptions, read_bytes

Read = Callable[[str], Manifests]
NODE = """\
apiVersion: v1
kind: Node
metadata: {{name: {name}, labels: {{card: {card}, kubernetes.io/hostname: {name}}}}}
spec: {{taints: [{taint}]}}
status: {{allocatable: {{nvidia.com/gpu: "{gpus}", cpu: "8"}}}}
"""
TAINT = "{key: nvidia.com/gpu, effect: NoSchedule}"
NODES = "---\n".join(
    (
        NODE.format(name="a", card="L4", taint="", gpus=1),
        NODE.format(name="b", card="L4", taint="", gpus=1),
        NODE.format(name="c", card="L4", taint=TAINT, gpus=4),
        NODE.format(name="d", card="T4", taint=TAINT, gpus=0),
    )
)


def _read(text: str) -> Manifests:
    documents = read_bytes("a.yaml", text.encode(), ReadOptions(prefilter=False)).documents
    return Manifests(r for d in documents for r in resources_in(d, d.value))


def _fleet(text: str = NODES) -> Fleet:
    return fleet(_read(text))


def test_equal_nodes_are_one_group() -> None:
    """A fleet of thousands has a dozen kinds of nodes, and names alone tell them apart."""
    expected = [("a", 2), ("c", 1), ("d", 1)]
    actual = [(group.node.name, group.nodes) for group in _fleet().groups]
    assert expected == actual


def test_a_group_tells_its_accelerators() -> None:
    """A card that is out of order is offered zero times."""
    expected = [{"nvidia.com/gpu": "1"}, {"nvidia.com/gpu": "4"}, {}]
    actual = [{n: q.text for n, q in group.accelerators.items()} for group in _fleet().groups]
    assert expected == actual


def test_values_of_a_label_are_told_once() -> None:
    """They are what a message offers."""
    expected = (("L4", "T4"), ())
    actual = (_fleet().values("card"), _fleet().values("none"))
    assert expected == actual


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ("", False),
        ("---\n{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: p}}", True),
    ],
)
def test_a_node_pool_makes_the_fleet_grow(extra: str, expected: bool) -> None:
    """Then today's nodes prove existence, never absence."""
    actual = _fleet(NODES + extra).grows
    assert expected == actual


def test_groups_are_sorted_by_what_keeps_the_pod_off() -> None:
    """Labels come first: a toleration is the easier cure."""
    pod = _read("{apiVersion: v1, kind: Pod, spec: {nodeSelector: {card: L4}}}").of(PodTemplate)[0]
    verdict = judge(pod, _fleet())
    expected = (["a"], [("d", "card")], [("c", "nvidia.com/gpu:NoSchedule")])
    actual = (
        [group.node.name for group in verdict.open],
        [(group.node.name, requirement.key) for group, requirement in verdict.by_labels],
        [(group.node.name, taint.words) for group, taint in verdict.by_taint],
    )
    assert expected == actual


def test_the_most_that_one_node_offers_is_told() -> None:
    """A pod cannot be spread over two."""
    groups = _fleet().groups
    expected = ["4", "8", "0", "0"]
    actual = [
        most(groups, "nvidia.com/gpu").text,
        most(groups, "cpu").text,
        most(groups, "amd.com/gpu").text,
        most((), "cpu").text,
    ]
    assert expected == actual


def test_a_device_class_may_serve_a_resource_name() -> None:
    """Then no node lists it, and the pod starts all the same."""
    text = """\
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu}
spec: {extendedResourceName: nvidia.com/gpu}
"""
    context = Context(_read(text))
    expected = [True, False]
    actual = [is_served_by_claims(name, context) for name in ("nvidia.com/gpu", "amd.com/gpu")]
    assert expected == actual
