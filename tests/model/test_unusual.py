"""What a check is not shown, it must have nothing to say about."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulint.catalog.resources import known_names
from gpulint.core.problem import Problem
from gpulint.core.rule import Rule
from gpulint.model.container import ResourceRequirements
from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource
from gpulint.model.unusual import UnusualRequirements, is_usual
from gpulint.model.unusual_selection import UnusualSelection, is_usual_demand
from gpulint.rulebook.bind import bind
from gpulint.rulebook.load import rules
from gpulint.source.reader import ReadOptions, read_bytes

_NAMES = [
    *known_names(),
    "cpu",
    "memory",
    "ephemeral-storage",
    "hugepages-2Mi",
    "gpu",
    "NVIDIA.com/gpu",
]
_NAMES += [
    "nvidia.com/mig-1g.5gb",
    "nvidia.com/mig1g.5gb",
    "requests.nvidia.com/gpu",
    "nvidia.com/gpus",
]
_AMOUNTS = [
    0,
    1,
    8,
    "1",
    "8",
    "64Gi",
    "1500m",
    "0.5",
    "-1",
    "",
    "one",
    "${GPUS}",
    None,
    True,
    2**63,
]
_KEYS = ["nvidia.com/gpu.product", "nvidia.com/gpu.family", "nvidia.com/gpu.prodct", "pool", "zone"]
_KEYS += [
    "cloud.google.com/gke-accelerator",
    "beta.kubernetes.io/instance-type",
    "nvidia.com/gpu.memory",
]
_VALUES = [
    "NVIDIA-L4",
    "Tesla-T4",
    "NVIDIA-H100-80GB-HBM3",
    "H100",
    "nvidia-tesla-a100",
    "true",
    "",
]
_VALUES += ["hopper", "has blank", "${CARD}", 1, None]
_OPERATORS = st.sampled_from(["In", "NotIn", "Exists", "Gt"])
_LINES = st.dictionaries(st.sampled_from(_NAMES), st.sampled_from(_AMOUNTS), max_size=3)
_LABELS = st.dictionaries(st.sampled_from(_KEYS), st.sampled_from(_VALUES), max_size=3)


def _pod(spec: dict[str, Any]) -> Resource:
    document = read_bytes("a.yaml", b"kind: Pod\n", ReadOptions(prefilter=False, jobs=1)).documents
    value = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": spec}
    return Resource(document[0], value)


def _said(view: object, resource: Resource, shown: type) -> Iterator[tuple[Rule, Problem]]:
    """What the checks of a view that leaves things out say when it is shown to them all the same."""
    context = Context(Manifests([resource]))
    for rule in rules():
        check = bind(rule)
        if check.each is shown:
            for problem in check.run(view, context, **rule.params):
                yield rule, problem


@given(limits=_LINES, requests=_LINES, equal=st.booleans())
def test_usual_amounts_are_nothing_to_speak_of(
    limits: dict[str, Any], requests: dict[str, Any], equal: bool
) -> None:
    """A server leaves out most of its work by this; it must not leave out a finding."""
    block = {"limits": limits, "requests": limits if equal else requests}
    resource = _pod({"containers": [{"name": "a", "image": "a", "resources": block}]})
    usual = [each for each in ResourceRequirements.from_resource(resource) if is_usual(each)]
    assert [said for each in usual for said in _said(each, resource, UnusualRequirements)] == []


@given(
    labels=_LABELS, key=st.sampled_from(_KEYS), operator=_OPERATORS, value=st.sampled_from(_VALUES)
)
def test_usual_demands_are_nothing_to_speak_of(
    labels: dict[str, Any], key: str, operator: str, value: object
) -> None:
    """The same for what a pod demands of nodes."""
    term = {"matchExpressions": [{"key": key, "operator": operator, "values": [value]}]}
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}
    resource = _pod(
        {"containers": [], "nodeSelector": labels, "affinity": {"nodeAffinity": required}}
    )
    pods = PodTemplate.from_resource(resource)
    usual = [pod for pod in pods if all(map(is_usual_demand, pod.requirements))]
    assert [said for pod in usual for said in _said(pod, resource, UnusualSelection)] == []


@pytest.mark.parametrize(
    ("limits", "requests", "expected"),
    [
        ({"nvidia.com/gpu": 8, "cpu": "16", "memory": "64Gi"}, {"nvidia.com/gpu": "8"}, True),
        ({"cpu": "1500m"}, {"cpu": "1", "memory": "1Gi"}, True),
        ({"nvidia.com/gpu": 8}, {"nvidia.com/gpu": 4}, False),
        ({}, {"nvidia.com/gpu": 4}, False),
        ({"nvidia.com/gpu": "0.5"}, {}, False),
        ({"nvidia.com/gpu": "${GPUS}"}, {}, False),
        ({"nvidia.com/mig-1g.5gb": 1}, {}, False),
        ({"example.com/gpu": 1}, {}, False),
    ],
)
def test_what_is_usual(limits: dict[str, Any], requests: dict[str, Any], expected: bool) -> None:
    """Were nothing usual, the test above would hold for nothing and the server be slow."""
    block = {"limits": limits, "requests": requests}
    resource = _pod({"containers": [{"name": "a", "image": "a", "resources": block}]})
    assert [expected] == [is_usual(each) for each in ResourceRequirements.from_resource(resource)]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ({"nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3"}, True),
        ({"pool": "training", "nvidia.com/gpu.family": "hopper"}, True),
        ({"nvidia.com/gpu.product": "H100"}, False),
        ({"nvidia.com/gpu.prodct": "NVIDIA-L4"}, False),
        ({"pool": "has blank"}, False),
        ({"pool": 1}, False),
    ],
)
def test_what_demands_are_usual(labels: dict[str, Any], expected: bool) -> None:
    """As above."""
    [pod] = PodTemplate.from_resource(_pod({"containers": [], "nodeSelector": labels}))
    assert expected == all(map(is_usual_demand, pod.requirements))
