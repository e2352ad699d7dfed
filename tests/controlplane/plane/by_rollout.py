"""Claims about updates of Deployments: the real controllers make the pods, a stand-in kubelet runs them."""

import json
import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpulint.model.resource import mapping, sequence, text
from plane.client import PATCH, Client
from plane.manifest import Manifest
from plane.trial import Scene

_PATIENCE = 30.0
_STILL = 4.0
_MARK = "gpulint.io/update"


class Step(NamedTuple):
    """The pods of a Deployment at one moment. new: of the updated template."""

    new: int
    old: int
    bound: int
    reason: str


def pending(scene: Scene, deployment: Manifest) -> Iterator[str]:
    """The bad update stands still with a pod that waits for the stated reason; others end."""
    answer = scene.stage.send(deployment, dry_run=False)
    if not answer.accepted:
        yield f"{deployment.label} is refused: {answer.message}"
        return
    path = answer.value
    namespace = text(mapping(path["metadata"]).get("namespace"))
    name = text(mapping(path["metadata"]).get("name"))
    replicas = int(str(mapping(path["spec"]).get("replicas")))
    client, pods = scene.stage.client, f"/api/v1/namespaces/{namespace}/pods"
    try:
        first = _run(client, pods, Step(0, replicas, replicas, ""))
        if (first.old, first.bound) != (replicas, replicas):
            yield f"{deployment.label} does not even start: {first.reason}"
            return
        change = {"spec": {"template": {"metadata": {"annotations": {_MARK: "1"}}}}}
        url = f"/apis/apps/v1/namespaces/{namespace}/deployments/{name}"
        client.request("PATCH", url, json.dumps(change).encode(), PATCH)
        last = _run(client, pods, Step(replicas, 0, replicas, ""))
        ended = (last.new, last.old, last.bound) == (replicas, 0, replicas)
        if scene.is_bad and (ended or scene.proof.text not in last.reason):
            yield f"the update {'ends' if ended else 'waits for another reason: ' + last.reason}"
        if not scene.is_bad and not ended:
            yield f"the update stands still: {last.reason}"
    finally:
        scene.stage.clear()
        _remove_pods(client, pods)


def _run(client: Client, pods: str, goal: Step) -> Step:
    """Play the kubelet until the goal is reached or nothing moves any more."""
    end = time.monotonic() + _PATIENCE
    step, since = Step(0, 0, 0, ""), time.monotonic()
    while time.monotonic() < end:
        now = _look(client, pods)
        if now != step:
            step, since = now, time.monotonic()
        if step._replace(reason="") == goal or time.monotonic() - since > _STILL:
            break
        time.sleep(0.1)
    return step


def _look(client: Client, pods: str) -> Step:
    """Make bound pods ready and end those that are to go; what there is then."""
    new = old = bound = 0
    reason = ""
    for each in map(mapping, sequence(client.request("GET", pods).value.get("items"))):
        metadata = mapping(each.get("metadata"))
        path = f"{pods}/{metadata['name']}"
        if "deletionTimestamp" in metadata:
            client.delete(path)
            continue
        is_new = _MARK in mapping(metadata.get("annotations"))
        new, old = new + is_new, old + (not is_new)
        if "nodeName" in mapping(each.get("spec")):
            bound += 1
            _make_ready(client, path, each)
        else:
            conditions = map(mapping, sequence(mapping(each.get("status")).get("conditions")))
            reason = next(
                (text(c.get("message")) for c in conditions if c.get("type") == "PodScheduled"), ""
            )
    return Step(new, old, bound, reason)


def _make_ready(client: Client, path: str, pod: Mapping[str, object]) -> None:
    if mapping(pod.get("status")).get("phase") != "Running":
        condition = {"type": "Ready", "status": "True"}
        body = {"status": {"phase": "Running", "conditions": [condition]}}
        client.request("PATCH", f"{path}/status", json.dumps(body).encode(), PATCH)


def _remove_pods(client: Client, pods: str) -> None:
    end = time.monotonic() + 5
    while time.monotonic() < end:
        items = sequence(client.request("GET", pods).value.get("items"))
        if not items:
            return
        for each in map(mapping, items):
            client.delete(f"{pods}/{mapping(each.get('metadata'))['name']}")
        time.sleep(0.1)
