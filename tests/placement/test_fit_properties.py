"""What holds for every fit: nothing is given twice, the sums add up, the same input gives the same answer."""

import random

import pytest

from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.resource import Resource
from gpulint.placement.answer import FitAnswer
from gpulint.placement.demand import in_units
from gpulint.placement.fit import fit
from gpulint.source.reader import ReadOptions, read_bytes

DOCUMENT = read_bytes("data.yaml", b"{}", ReadOptions(prefilter=False)).documents[0]
DEVICES = ("nvidia.com/gpu", "nvidia.com/mig-1g.10gb", "nvidia.com/mig-3g.40gb")
Object = dict[str, object]


def _node(dice: random.Random, name: str) -> Object:
    slices = dice.randint(0, 1)
    offer = {
        "cpu": str(dice.choice((8, 16))),
        "memory": "64Gi",
        "pods": str(dice.choice((3, 110))),
        DEVICES[0]: str(dice.randint(0, 4)),
        **({DEVICES[1]: "7"} if slices else {}),
    }
    taints = [{"key": "gpu", "effect": "NoSchedule"}] if dice.random() < 0.3 else []
    labels = {"nvidia.com/gpu.product": "NVIDIA-A100-SXM4-80GB", "zone": dice.choice(("a", "b"))}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "count": dice.choice((1, 1, 3)),
        "metadata": {"name": name, "labels": labels},
        "spec": {"taints": taints},
        "status": {"allocatable": offer},
    }


def _spec(dice: random.Random) -> Object:
    limits: Object = {dice.choice(DEVICES): dice.randint(1, 3)} if dice.random() < 0.9 else {}
    container: Object = {
        "name": "c",
        "command": ["torchrun", "--nnodes=2", "x.py"],
        "resources": {"requests": {"cpu": str(dice.randint(1, 5))}, "limits": limits},
    }
    spec: Object = {"containers": [container]}
    if dice.random() < 0.4:
        spec["tolerations"] = [{"operator": "Exists"}]
    if dice.random() < 0.3:
        spec["nodeSelector"] = {"zone": dice.choice(("a", "b", "c"))}
    return spec


def _workload(dice: random.Random, name: str) -> Object:
    kind, pods = dice.choice(("Deployment", "Job", "gang")), dice.randint(1, 5)
    metadata = {"name": name}
    if kind == "Deployment":
        spec: Object = {"replicas": pods, "template": {"spec": _spec(dice)}}
        return {"apiVersion": "apps/v1", "kind": kind, "metadata": metadata, "spec": spec}
    if kind == "Job":
        spec = {"parallelism": pods, "completions": pods, "template": {"spec": _spec(dice)}}
        return {"apiVersion": "batch/v1", "kind": kind, "metadata": metadata, "spec": spec}
    tasks = [
        {"name": role, "replicas": dice.randint(1, 3), "template": {"spec": _spec(dice)}}
        for role in ("master", "worker")
    ]
    spec = {"schedulerName": "volcano", "minAvailable": dice.randint(1, 3), "tasks": tasks}
    return {
        "apiVersion": "batch.volcano.sh/v1alpha1",
        "kind": "Job",
        "metadata": metadata,
        "spec": spec,
    }


def _answer(seed: int) -> FitAnswer:
    dice = random.Random(seed)
    nodes = [Resource(DOCUMENT, _node(dice, f"n{n}")) for n in range(dice.randint(1, 4))]
    work = [Resource(DOCUMENT, _workload(dice, f"w{n}")) for n in range(dice.randint(1, 6))]
    return fit(Context(Manifests(work), nodes))


SEEDS = range(200)


def test_no_device_is_given_twice() -> None:
    """An answer that overbooks a node promises what cannot be."""
    expected: list[tuple[int, object]] = []
    actual = []
    for seed in SEEDS:
        answer = _answer(seed)
        taken: dict[tuple[int, int, str], int] = {}
        for seat in answer.seats:
            for name, amount in seat.devices.items():
                key = (seat.kind, seat.number, name)
                taken[key] = taken.get(key, 0) + amount * seat.pods
        for (kind, number, name), amount in taken.items():
            have = answer.kinds[kind].node.allocatable.get(name)
            if have is None or in_units(name, have) < amount or number >= answer.kinds[kind].nodes:
                actual.append((seed, (kind, number, name)))
    assert expected == actual


def test_cards_in_use_and_stranded_are_all_cards() -> None:
    """What is missing in the sum would be a card that nobody explains."""
    expected: list[int] = []
    sums = ((seed, _answer(seed).totals) for seed in SEEDS)
    actual = [s for s, t in sums if t.in_use + sum(e.cards for e in t.stranded) != t.cards]
    assert expected == actual


def test_no_answer_uses_more_than_the_bound() -> None:
    """Else the bound would be none; what waiting pods hold counts as well."""
    expected: list[int] = []
    sums = ((seed, _answer(seed).totals) for seed in SEEDS)
    actual = [
        seed
        for seed, t in sums
        if t.in_use + sum(e.cards for e in t.stranded if e.because == "held") > t.bound
    ]
    assert expected == actual


def test_placed_pods_are_those_that_have_a_seat() -> None:
    """The table and the picture must tell the same."""
    expected: list[int] = []
    actual = []
    for seed in SEEDS:
        answer = _answer(seed)
        seats = [0] * len(answer.verdicts)
        for seat in answer.seats:
            seats[seat.workload] += seat.pods
        if seats != [each.placed for each in answer.verdicts]:
            actual.append(seed)
    assert expected == actual


def test_whatever_does_not_fit_says_why() -> None:
    """A verdict without a reason helps nobody."""
    expected: list[tuple[int, str]] = []
    actual = [
        (seed, each.resource.name)
        for seed in SEEDS
        for each in _answer(seed).verdicts
        if (each.word == "fits") == bool(each.why)
    ]
    assert expected == actual


@pytest.mark.parametrize("seed", range(5))
def test_the_same_input_gives_the_same_seats(seed: int) -> None:
    """A difference must be a difference in the input."""
    expected, actual = _answer(seed).seats, _answer(seed).seats
    assert expected == actual
