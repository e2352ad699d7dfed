"""Random pods on random nodes: the filters of `fit` and the real scheduler give the same reasons.

Every round holds many small fleets at once. A pod selects its own fleet, so pods never meet, while the
scheduler's event counts all nodes: each pod is compared on every node of the round.
GPULINT_FIT_ROUNDS sets the rounds of a hundred pods each (2), GPULINT_FIT_SEED the first seed (0).
"""

import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pytest
from plane.client import Client, Kind, wait
from plane.programs import NAMES, program
from plane.servers import Servers, running

from gpulint.model.manifests import Manifests
from gpulint.model.node import Node
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource, mapping, sequence, text
from gpulint.placement.demand import Demand, Demands
from gpulint.placement.filters import excluded, offered
from gpulint.source.reader import ReadOptions, read_bytes

pytestmark = pytest.mark.controlplane

ROUNDS = int(os.environ.get("GPULINT_FIT_ROUNDS", "2"))
FIRST = int(os.environ.get("GPULINT_FIT_SEED", "0"))
PAIRS = 100
PATIENCE = 120.0
DOCUMENT = read_bytes("data.yaml", b"{}", ReadOptions(prefilter=False)).documents[0]
PODS, NODES = Kind("/api/v1", "pods", True), Kind("/api/v1", "nodes", False)
CLASSES = Kind("/apis/node.k8s.io/v1", "runtimeclasses", False)
Object = dict[str, object]

RUNTIMES: tuple[Object, ...] = (
    {"overhead": {"podFixed": {"cpu": "750m", "memory": "128Mi"}}},
    {"overhead": {"podFixed": {"nvidia.com/gpu": "1"}}},
    {
        "scheduling": {
            "nodeSelector": {"card": "A100"},
            "tolerations": [{"key": "gpu", "operator": "Exists"}],
        }
    },
)
KEYS = ("card", "memory", "rack", "empty")
VALUES = {
    "card": ("A100", "H100", "L4"),
    "memory": ("40960", "81920", "x", "007"),
    "rack": ("r1", "r2"),
    "empty": ("",),
}
EFFECTS = ("NoSchedule", "NoExecute", "PreferNoSchedule")
TAINTS = {"gpu": ("", "yes", "present"), "team": ("", "a", "b")}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A control plane of its own, which needs no Kueue."""
    missing = [name for name in NAMES if not os.access(program(name), os.X_OK)]
    if missing:
        pytest.skip(f"{', '.join(missing)} not built; run tests/controlplane/build.sh")
    with running(tmp_path_factory.mktemp("fit")) as servers:
        yield _prepared(servers)


def _prepared(servers: Servers) -> Client:
    found = servers.client()
    for number, each in enumerate(_runtimes()):
        answer = found.create(CLASSES, "", json.dumps(each).encode())
        assert answer.accepted, f"RuntimeClass {number}: {answer.message}"
    return found


def _runtimes() -> list[Object]:
    head = {"apiVersion": "node.k8s.io/v1", "kind": "RuntimeClass", "handler": "x"}
    return [{**head, "metadata": {"name": f"r{n}"}, **each} for n, each in enumerate(RUNTIMES)]


def _node(dice: random.Random, fleet: str, name: str) -> Object:
    labels = {key: dice.choice(VALUES[key]) for key in KEYS if dice.random() < 0.7}
    taints = [
        {"key": key, "value": dice.choice(TAINTS[key]), "effect": effect}
        for key in TAINTS
        for effect in EFFECTS
        if dice.random() < 0.12
    ]
    offer = {
        "cpu": dice.choice(("4", "8", "3900m")),
        "memory": dice.choice(("8Gi", "16Gi", "8000000k")),
        "pods": dice.choice(("110", "110", "110", "0")),
        "nvidia.com/gpu": dice.choice(("0", "1", "4", "8")),
    }
    spec: Object = {"taints": taints} if taints else {}
    if dice.random() < 0.1:
        spec["unschedulable"] = True
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "labels": {"kubernetes.io/hostname": name, "fleet": fleet, **labels},
        },
        "spec": spec,
        "status": {
            "capacity": offer,
            "allocatable": offer,
            "conditions": [{"type": "Ready", "status": "True", "reason": "Fake"}],
        },
    }


def _expression(dice: random.Random) -> Object:
    key = dice.choice((*KEYS, "none"))
    operator = dice.choice(("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"))
    values = VALUES.get(key, ("x",))
    if operator in ("Exists", "DoesNotExist"):
        return {"key": key, "operator": operator}
    if operator in ("Gt", "Lt"):
        limit = dice.choice(("0", "50000", "81920", "80Gi", "1.5", "9223372036854775808"))
        return {"key": key, "operator": operator, "values": [limit]}
    chosen = dice.sample(values, dice.randint(1, len(values)))
    return {"key": key, "operator": operator, "values": chosen}


def _term(dice: random.Random, names: list[str]) -> Object:
    term: Object = {}
    if dice.random() < 0.85:
        term["matchExpressions"] = [_expression(dice) for _ in range(dice.randint(1, 2))]
    if dice.random() < 0.2:
        operator, name = dice.choice(("In", "NotIn")), dice.choice((*names, "nobody"))
        term["matchFields"] = [{"key": "metadata.name", "operator": operator, "values": [name]}]
    return term


def _toleration(dice: random.Random) -> Object:
    key = dice.choice((*TAINTS, "node.kubernetes.io/unschedulable", ""))
    effect = {"effect": dice.choice(EFFECTS)} if dice.random() < 0.4 else {}
    if not key or dice.random() < 0.4:
        return {**({"key": key} if key else {}), "operator": "Exists", **effect}
    value = {"value": dice.choice(TAINTS.get(key, ("",)))}
    operator = {"operator": "Equal"} if dice.random() < 0.5 else {}
    return {"key": key, **operator, **value, **effect}


def _container(dice: random.Random, name: str) -> Object:
    limits: dict[str, str] = {}
    requests: dict[str, str] = {}
    if dice.random() < 0.6:
        limits["nvidia.com/gpu"] = dice.choice(("0", "1", "2", "4"))
    if dice.random() < 0.4:
        requests["cpu"] = dice.choice(("500m", "1", "1950m", "3.9", "100u"))
    if dice.random() < 0.3:
        limits["memory"] = dice.choice(("1Gi", "4G", "7.9Gi"))
    return {"name": name, "image": "x", "resources": {"limits": limits, "requests": requests}}


def _pod(dice: random.Random, fleet: str, names: list[str]) -> Object:
    selector = {"fleet": fleet}
    if dice.random() < 0.25:
        key = dice.choice((*KEYS, "none"))
        selector[key] = dice.choice(VALUES.get(key, ("x",)))
    spec: Object = {"nodeSelector": selector}
    if dice.random() < 0.5:
        terms = [_term(dice, names) for _ in range(dice.randint(1, 3))]
        required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
        spec["affinity"] = {"nodeAffinity": required}
    spec["tolerations"] = [_toleration(dice) for _ in range(dice.randint(0, 3))]
    spec["containers"] = [_container(dice, f"c{n}") for n in range(dice.randint(1, 2))]
    init = []
    for number in range(dice.choice((0, 0, 1, 2, 3))):
        sidecar = {"restartPolicy": "Always"} if dice.random() < 0.5 else {}
        init.append({**_container(dice, f"i{number}"), **sidecar})
    spec["initContainers"] = init
    if dice.random() < 0.2:
        spec["runtimeClassName"] = f"r{dice.randrange(len(RUNTIMES))}"
        if spec["runtimeClassName"] == "r2":  # admission refuses another value for the same key
            selector.pop("card", None)
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"p-{fleet}"}, "spec": spec}


class Pair(NamedTuple):
    """A pod and the names of the nodes of its fleet."""

    pod: Object
    names: tuple[str, ...]


def _round(seed: int) -> tuple[list[Object], list[Pair]]:
    dice = random.Random(seed)
    nodes: list[Object] = []
    pairs = []
    for number in range(PAIRS):
        fleet = f"s{seed}-{number}"
        names = [f"{fleet}-n{each}" for each in range(dice.randint(1, 3))]
        nodes += [_node(dice, fleet, name) for name in names]
        pairs.append(Pair(_pod(dice, fleet, names), tuple(names)))
    return nodes, pairs


class Fate(NamedTuple):
    """What becomes of a pod. open: whether a node takes it. reasons: nodes by words of the event."""

    open: bool
    reasons: Mapping[str, int]


def _ours(pair: Pair, nodes: list[Node], demands: Demands) -> tuple[Fate, set[str]]:
    """Our verdict, and the nodes that we call open."""
    (template,) = PodTemplate.from_resource(Resource(DOCUMENT, pair.pod))
    demand = demands.of(template)
    counts: Counter[str] = Counter()
    found = set()
    for node in nodes:
        why = excluded(demand, node, node.name)
        if why is None:
            found.add(node.name)
        elif why.reason == "resources":
            counts.update(_short(demand, node))
        else:
            counts[_EVENT[why.reason]] += 1
    return Fate(bool(found), {} if found else dict(counts)), found


_EVENT = {
    "cordon": "node(s) were unschedulable",
    "taint": "node(s) had untolerated taint(s)",
    "labels": "node(s) didn't match Pod's node affinity/selector",
    "name": "node(s) didn't satisfy plugin(s) [NodeAffinity]",
}


def _short(demand: Demand, node: Node) -> list[str]:
    short = [n for n, amount in demand.amounts.items() if offered(node, n) < amount]
    return ["Too many pods" if name == "pods" else f"Insufficient {name}" for name in short]


def _theirs(client: Client, name: str, total: int) -> tuple[Fate, str]:
    """The scheduler's verdict, and the node that it bound the pod to."""

    def look() -> tuple[Fate, str] | None:
        value = client.request("GET", PODS.path("default", name)).value
        node = text(mapping(value.get("spec")).get("nodeName"))
        if node:
            return Fate(True, {}), node
        for each in map(mapping, sequence(mapping(value.get("status")).get("conditions"))):
            told = text(each.get("message"))
            if each.get("type") == "PodScheduled" and told.startswith(f"0/{total} "):
                return Fate(False, _reasons(told)), ""
        return None

    found = wait(look, PATIENCE, 0.2)
    assert found is not None, f"the scheduler said nothing of {name}"
    return found


def _reasons(told: str) -> dict[str, int]:
    first = told.partition(" available: ")[2].split(". ")[0].rstrip(".")
    parts = (re.match(r"(\d+) (.+)", part) for part in first.split(", "))
    return {found[2]: int(found[1]) for found in parts if found}


def _differences(client: Client, seed: int) -> list[str]:
    values, pairs = _round(seed)
    paths = []
    try:
        for value in values:
            assert client.create(NODES, "", json.dumps(value).encode()).accepted
            paths.append(NODES.path("", str(mapping(value["metadata"])["name"])))
        for pair in pairs:
            answer = client.create(PODS, "default", json.dumps(pair.pod).encode())
            assert answer.accepted, f"seed {seed}: {answer.message}"
            paths.append(PODS.path("default", str(mapping(pair.pod["metadata"])["name"])))
        return list(_compared(client, values, pairs))
    finally:
        for path in reversed(paths):
            client.delete(path)


def _compared(client: Client, values: list[Object], pairs: list[Pair]) -> Iterator[str]:
    nodes = [Node(Resource(DOCUMENT, value)) for value in values]
    demands = Demands(Manifests([Resource(DOCUMENT, each) for each in _runtimes()]))
    for pair in pairs:
        name = str(mapping(pair.pod["metadata"])["name"])
        ours, found = _ours(pair, nodes, demands)
        theirs, bound = _theirs(client, name, len(nodes))
        if ours != theirs or (bound and bound not in found):
            yield f"{name}: ours {ours} {sorted(found)}, theirs {theirs} {bound}: {json.dumps(pair.pod)}"


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS))
def test_the_scheduler_gives_the_same_verdict_for_the_same_reasons(
    seed: int, client: Client
) -> None:
    """What `fit` says of a node has to be what happens there."""
    expected: list[str] = []
    actual = _differences(client, seed)
    assert expected == actual
