"""Claims about Kueue: workloads wait for quota, queues do not serve."""

import json
import time
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from gpulint.model.resource import mapping, sequence, text
from plane.client import PATCH, wait
from plane.manifest import Manifest, read_manifests
from plane.trial import Scene

_PATIENCE = 12.0
_GROUP = "/apis/kueue.x-k8s.io/v1beta2"
# Condition that tells whether an object does its work, by resource.
_CONDITIONS = {"workloads": "QuotaReserved", "clusterqueues": "Active", "localqueues": "Active"}


class State(NamedTuple):
    """What Kueue says of one object.

    works: whether it is admitted or active. owner: the workload behind it.
    """

    label: str
    works: bool
    said: str
    owner: str


def pending(scene: Scene) -> Iterator[str]:
    """Bad workloads or queues wait for the stated reason, all others work.

    The probe is what is there before: queues that the example leaves out, workloads that hold quota.
    """
    scene.theatre.set_fleet(scene.example.nodes or scene.proof.nodes)
    _sweep(scene)
    own = [m for m in (*scene.facts, *scene.manifests) if m.kind != "Node"]
    labels = {m.label for m in own}
    probe = read_manifests({"probe.yaml": scene.proof.probe.encode()})
    probe = tuple(each for each in probe if each.label not in labels)
    before = sum(map(_is_workload, probe))
    for manifest in sorted((*probe, *own), key=_comes_late):
        if manifest in own and _is_workload(manifest):
            _await_admission(scene, before)
        yield from _stored(scene, manifest)
    subjects = {m.resource.name for m in own if m.resource and _is_workload(m)}
    end = time.monotonic() + _PATIENCE
    told = ["nothing was looked at"]
    while told and time.monotonic() < end:
        time.sleep(0.2)
        states = _states(scene, subjects)
        told = list(_bad(scene, states) if scene.is_bad else _good(states))
    yield from told


def _sweep(scene: Scene) -> None:
    """End the workloads of the stage before: they outlive their jobs by a moment."""
    client = scene.stage.client
    body = json.dumps({"metadata": {"finalizers": None}}).encode()

    def gone() -> bool | None:
        items = sequence(client.request("GET", f"{_GROUP}/workloads").value.get("items"))
        for each in items:
            metadata = mapping(mapping(each).get("metadata"))
            path = f"{_GROUP}/namespaces/{metadata['namespace']}/workloads/{metadata['name']}"
            client.request("PATCH", path, body, PATCH)
            client.delete(path)
        return not items or None

    wait(gone, 5)


def _await_admission(scene: Scene, count: int) -> None:
    """Until that many workloads, which are there before, have what they ask for."""
    wait(lambda: sum(e.works for e in _all_states(scene)["workloads"]) >= count or None, 5)


def _bad(scene: Scene, states: list[State]) -> Iterator[str]:
    """Something waits for the stated reason, and no workload of the example has started."""
    waiting = any(scene.proof.text in each.said for each in states if not each.works)
    started = any(each.works and each.label.startswith("workloads/") for each in states)
    if started or not waiting:
        said = "; ".join(f"{each.label}: {each.said}" for each in states)
        yield f"nothing waits for the stated reason: {said}"


def _good(states: list[State]) -> Iterator[str]:
    if not states:
        yield "Kueue knows nothing of it"
    for each in states:
        if not each.works:
            yield f"{each.label} waits: {each.said}"


def _states(scene: Scene, subjects: Collection[str]) -> list[State]:
    """Workloads where there are any, else queues: an idle queue proves nothing about a workload.

    subjects: names of the example's own workloads; where it has none, any will do.
    """
    found = _all_states(scene)
    workloads = [each for each in found["workloads"] if _belongs(each.owner, subjects)]
    queues = [*found["clusterqueues"], *found["localqueues"]]
    if scene.is_bad:
        return [*workloads, *queues, *_events(scene, subjects)]
    return workloads or ([] if subjects else queues)


def _belongs(owner: str, subjects: Collection[str]) -> bool:
    """Whether a workload is the example's, or that of a pod which its controller made."""
    names = [name for name in subjects if owner == name or owner.startswith(f"{name}-")]
    return bool(names) or not subjects


def _all_states(scene: Scene) -> dict[str, list[State]]:
    found = {}
    for plural, condition in _CONDITIONS.items():
        items = scene.stage.client.request("GET", f"{_GROUP}/{plural}").value.get("items")
        found[plural] = [_state(plural, mapping(each), condition) for each in sequence(items)]
    return found


def _state(plural: str, value: Mapping[str, object], condition: str) -> State:
    said = []
    works = False
    for each in map(mapping, sequence(mapping(value.get("status")).get("conditions"))):
        is_true = each.get("status") == "True"
        works = works or (each.get("type") == condition and is_true)
        reason = f"{each.get('type')}={each.get('status')} {each.get('reason')}"
        said.append(f"{reason}: {each.get('message')}")
    metadata = mapping(value.get("metadata"))
    owners = [mapping(each) for each in sequence(metadata.get("ownerReferences"))]
    owner = text(owners[0].get("name")) if owners else ""
    return State(f"{plural}/{metadata.get('name')}", works, "; ".join(said) or "nothing", owner)


def _events(scene: Scene, subjects: Collection[str]) -> Iterator[State]:
    """What was told about workloads for which Kueue makes no object of its own."""
    jobs = scene.stage.client.request("GET", "/apis/batch/v1/jobs").value.get("items")
    uids = {mapping(mapping(each).get("metadata")).get("uid") for each in sequence(jobs)}
    events = scene.stage.client.request("GET", "/api/v1/events").value.get("items")
    for each in map(mapping, sequence(events)):
        about = mapping(each.get("involvedObject"))
        name = text(about.get("name"))
        if about.get("uid") in uids and name in subjects:
            yield State(f"jobs/{name}", False, f"{each.get('reason')}: {each.get('message')}", name)


def _comes_late(manifest: Manifest) -> int:
    order = ("Namespace", "Topology", "ResourceFlavor", "Cohort", "ClusterQueue", "LocalQueue")
    if _is_workload(manifest):
        return len(order) + 1
    return order.index(manifest.kind) if manifest.kind in order else len(order)


def _is_workload(manifest: Manifest) -> bool:
    return manifest.kind == "Pod" or bool(manifest.templates)


def _stored(scene: Scene, manifest: Manifest) -> Iterator[str]:
    answer = scene.stage.send(manifest, dry_run=False)
    if not answer.accepted:
        yield f"{manifest.label} is refused: {answer.message}"
