"""Each filter decides as the scheduler's plugin does, term by term."""

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.node import Node
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource
from gpulint.placement.demand import Demand, Demands
from gpulint.placement.filters import excluded
from gpulint.source.reader import ReadOptions, read_bytes

DOCUMENT = read_bytes("data.yaml", b"{}", ReadOptions(prefilter=False)).documents[0]
LABELS = {"card": "A100", "memory": "81920", "empty": ""}
TAINT = {"key": "gpu", "value": "yes", "effect": "NoSchedule"}


def _node(**spec: object) -> Node:
    value = {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": "n1", "labels": LABELS},
        "spec": spec,
        "status": {
            "allocatable": {"cpu": "4", "nvidia.com/gpu": "2", "pods": "10", "memory": "1Gi"}
        },
    }
    return Node(Resource(DOCUMENT, value))


def _demand(spec: dict[str, object], *, gpus: int = 1) -> Demand:
    containers = [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": gpus}}}]
    value = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}}
    whole = {**value, "spec": {"containers": containers, **spec}}
    (pod,) = PodTemplate.from_resource(Resource(DOCUMENT, whole))
    return Demands(Manifests(())).of(pod)


def _affinity(*terms: dict[str, object]) -> dict[str, object]:
    required = {
        "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": list(terms)}
    }
    return {"affinity": {"nodeAffinity": required}}


def _expression(key: str, operator: str, *values: str) -> dict[str, object]:
    found: dict[str, object] = {"key": key, "operator": operator}
    return {"matchExpressions": [{**found, "values": list(values)} if values else found]}


def _name(operator: str, *values: str) -> dict[str, object]:
    row = {"key": "metadata.name", "operator": operator, "values": list(values)}
    return {"matchFields": [row]}


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ([_expression("card", "In", "A100", "H100")], True),
        ([_expression("card", "In", "H100")], False),
        ([_expression("none", "NotIn", "x")], True),
        ([_expression("card", "NotIn", "A100")], False),
        ([_expression("card", "Exists")], True),
        ([_expression("none", "Exists")], False),
        ([_expression("none", "DoesNotExist")], True),
        ([_expression("memory", "Gt", "81919")], True),
        ([_expression("memory", "Gt", "81920")], False),
        ([_expression("memory", "Lt", "81921")], True),
        ([_expression("memory", "Gt", "80Gi")], False),
        ([_expression("memory", "Gt", "9223372036854775808")], False),
        ([_expression("memory", "Gt", "9" * 5000)], False),
        ([_expression("card", "Gt", "1")], False),
        ([_expression("none", "Lt", "1")], False),
        ([_expression("memory", "Gt", "1", "2")], False),
        ([_expression("card", "In")], False),
        ([_expression("card", "Exists", "A100")], False),
        ([_expression("card", "in", "A100")], False),
        ([{}], False),
        ([{}, _expression("card", "Exists")], True),
        ([_expression("card", "Gt", "x"), _expression("card", "Exists")], True),
        ([], False),
        ([_name("In", "n1")], True),
        ([_name("In", "n2")], False),
        ([_name("NotIn", "n2")], True),
        ([_name("In", "n1", "n2")], False),
        ([{**_name("In", "n1"), **_expression("card", "In", "H100")}], False),
    ],
)
def test_required_affinity_holds_or_not(terms: list[dict[str, object]], expected: bool) -> None:
    """Terms are alternatives, all of a term must hold, and an illegal term holds nowhere."""
    actual = excluded(_demand(_affinity(*terms)), _node(), "n1") is None
    assert expected == actual


@pytest.mark.parametrize(
    ("toleration", "expected"),
    [
        ({"operator": "Exists"}, True),
        ({"key": "gpu", "operator": "Exists"}, True),
        ({"key": "gpu", "value": "yes"}, True),
        ({"key": "gpu", "value": "yes", "effect": "NoSchedule"}, True),
        ({"key": "gpu", "value": "yes", "effect": "NoExecute"}, False),
        ({"key": "gpu", "value": "true"}, False),
        ({"key": "gpu"}, False),
        ({"key": "other", "operator": "Exists"}, False),
    ],
)
def test_a_taint_is_tolerated_or_not(toleration: dict[str, object], expected: bool) -> None:
    """Equal is the default, and compares with the empty value when none is given."""
    demand = _demand({"tolerations": [toleration]})
    actual = excluded(demand, _node(taints=[TAINT]), "n1") is None
    assert expected == actual


@pytest.mark.parametrize(
    ("spec", "node", "gpus", "expected"),
    [
        ({}, {}, 2, None),
        ({}, {}, 3, ("resources", "nvidia.com/gpu: 2 offered, 3 asked")),
        ({"nodeSelector": {"card": "H100"}}, {}, 3, ("labels", "card=H100")),
        ({"nodeSelector": {"empty": ""}}, {}, 1, None),
        ({"nodeSelector": {"none": ""}}, {}, 1, ("labels", "none=")),
        (
            {"nodeSelector": {"card": "H100"}},
            {"taints": [TAINT]},
            3,
            ("taint", "gpu=yes:NoSchedule"),
        ),
        ({}, {"taints": [TAINT], "unschedulable": True}, 3, ("cordon", "the node is cordoned")),
        ({}, {"taints": [{**TAINT, "effect": "PreferNoSchedule"}]}, 1, None),
        ({"nodeName": "n2"}, {}, 1, ("name", "n2")),
        ({"nodeName": "n1"}, {"taints": [TAINT]}, 9, None),
    ],
)
def test_the_first_filter_that_fails_is_told(
    spec: dict[str, object], node: dict[str, object], gpus: int, expected: tuple[str, str] | None
) -> None:
    """Cordon before taint before labels before resources, as measured at the scheduler."""
    found = excluded(_demand(spec, gpus=gpus), _node(**node), "n1")
    actual = None if found is None else tuple(found)
    assert expected == actual


@pytest.mark.parametrize(
    ("init", "apps", "expected"),
    [
        ([], [4, 4], 8),
        ([(8, False)], [4], 8),
        ([(1, True)], [7], 8),
        ([(1, True), (8, False)], [2], 9),
        ([(8, False), (1, True)], [2], 8),
    ],
)
def test_init_containers_and_sidecars_count_as_the_scheduler_counts(
    init: list[tuple[int, bool]], apps: list[int], expected: int
) -> None:
    """A sidecar stays, an init step goes before the next one starts."""

    def container(gpus: int, sidecar: bool = False) -> dict[str, object]:
        policy = {"restartPolicy": "Always"} if sidecar else {}
        return {"name": "c", "resources": {"limits": {"nvidia.com/gpu": gpus}}, **policy}

    spec: dict[str, object] = {
        "initContainers": [container(*each) for each in init],
        "containers": [container(each) for each in apps],
    }
    actual = _demand(spec).amounts["nvidia.com/gpu"]
    assert expected == actual


def test_resources_of_the_pod_itself_go_before_those_of_its_containers() -> None:
    """The scheduler takes cpu and memory from there, and the devices from the containers."""
    spec = {"resources": {"requests": {"cpu": "3"}}, "overhead": {"cpu": "250m"}}
    expected = {"cpu": 3250, "nvidia.com/gpu": 1, "pods": 1}
    actual = dict(_demand(spec).amounts)
    assert expected == actual
