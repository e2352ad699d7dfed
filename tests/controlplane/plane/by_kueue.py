"""Claims about Kueue: workloads wait for quota, queues do not serve."""

import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.model.resource import mapping, sequence, text
from plane.manifest import Manifest, read_manifests
from plane.trial import Scene

_PATIENCE = 12.0
_GROUP = "/apis/kueue.x-k8s.io/v1beta2"
# Condition that tells whether an object does its work, by resource.
_CONDITIONS = {"workloads": "QuotaReserved", "clusterqueues": "Active", "localqueues": "Active"}


class State(NamedTuple):
    """What Kueue says of one object. works: whether it is admitted or active."""

    label: str
    works: bool
    said: str


def pending(scene: Scene) -> Iterator[str]:
    """Bad workloads or queues wait for the stated reason, all others work."""
    sent = (*scene.facts, *scene.manifests)
    for manifest in sorted(sent, key=_comes_late):
        yield from _stored(scene, manifest)
    for manifest in read_manifests({"probe.yaml": scene.proof.probe.encode()}):
        yield from _stored(scene, manifest)
    end = time.monotonic() + _PATIENCE
    told = ["nothing was looked at"]
    while told and time.monotonic() < end:
        time.sleep(0.2)
        states = _states(scene)
        told = list(_bad(scene, states) if scene.is_bad else _good(states))
    yield from told


def _bad(scene: Scene, states: list[State]) -> Iterator[str]:
    waiting = [each for each in states if not each.works]
    if not any(scene.proof.text in each.said for each in waiting):
        said = "; ".join(f"{each.label}: {each.said}" for each in states)
        yield f"nothing waits for the stated reason: {said}"


def _good(states: list[State]) -> Iterator[str]:
    if not states:
        yield "Kueue knows nothing of it"
    for each in states:
        if not each.works:
            yield f"{each.label} waits: {each.said}"


def _states(scene: Scene) -> list[State]:
    """Workloads where there are any, else queues: an idle queue proves nothing about a workload."""
    found: dict[str, list[State]] = {}
    for plural, condition in _CONDITIONS.items():
        items = scene.stage.client.request("GET", f"{_GROUP}/{plural}").value.get("items")
        found[plural] = [_state(plural, mapping(each), condition) for each in sequence(items)]
    if scene.is_bad:
        return [each for states in found.values() for each in states]
    return found["workloads"] or [*found["clusterqueues"], *found["localqueues"]]


def _state(plural: str, value: Mapping[str, object], condition: str) -> State:
    said = []
    works = False
    for each in map(mapping, sequence(mapping(value.get("status")).get("conditions"))):
        is_true = each.get("status") == "True"
        works = works or (each.get("type") == condition and is_true)
        said.append(
            f"{each.get('type')}={each.get('status')} {each.get('reason')}: {each.get('message')}"
        )
    name = text(mapping(value.get("metadata")).get("name"))
    return State(f"{plural}/{name}", works, "; ".join(said) or "no condition")


def _comes_late(manifest: Manifest) -> int:
    order = {"Namespace": 0, "Topology": 1, "ResourceFlavor": 2, "ClusterQueue": 3, "LocalQueue": 4}
    return order.get(manifest.kind, 5 if not manifest.templates and manifest.kind != "Pod" else 6)


def _stored(scene: Scene, manifest: Manifest) -> Iterator[str]:
    answer = scene.stage.send(manifest, dry_run=False)
    if not answer.accepted:
        yield f"{manifest.label} is refused: {answer.message}"
