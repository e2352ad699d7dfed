"""Live facts beside a real API server: what it holds is what the rules know, and no longer than that."""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hook.reviews import review
from hook.served import Served, start
from plane.client import PATCH, Client, wait
from plane.programs import why_not
from plane.servers import Servers, running

from gpulint.webhook.cluster.access import from_kubeconfig
from gpulint.webhook.cluster.client import Client as ClusterClient
from gpulint.webhook.cluster.live import LiveFacts, Timing
from gpulint.webhook.cluster.reflector import Pace
from gpulint.webhook.objects.facts import rights
from gpulint.webhook.objects.wish import Wish
from gpulint.webhook.serving.protocol import Timeouts

pytestmark = pytest.mark.controlplane
_NODES = "/api/v1/nodes"
_CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses"
_RBAC = "/apis/rbac.authorization.k8s.io/v1"
_STALE = 4.0
# both rules rest on facts, and an entry lets them refuse
_POLICY = "modes: [{rules: [GPU601, GPU334], mode: deny}]\n"
Object = dict[str, Any]


class Plane(NamedTuple):
    """A control plane of its own, which a test may stop, and the webhook that follows it."""

    servers: Servers
    client: Client
    served: Served
    live: LiveFacts

    def judged(self, value: Object, path: str = "/validate/deny") -> tuple[bool, list[str]]:
        """Whether an object is let in, and the rules that are named."""
        status, body = self.served.post(review(value), path)
        assert status == 200
        answer: Object = json.loads(body)["response"]
        words = " ".join([*answer.get("warnings", []), answer.get("status", {}).get("message", "")])
        return answer["allowed"], sorted(r for r in ("GPU334", "GPU601") if r in words)

    def names(self, kind: str) -> list[str]:
        """Names of a kind that are known; one for each group of nodes."""
        found = self.live.snapshot().manifests.resources
        return sorted(each.name for each in found if each.kind == kind)

    def send(self, method: str, path: str, value: Object, content: str = "") -> None:
        """Change something in the cluster."""
        body = json.dumps(value).encode()
        answer = self.client.request(method, path, body, content or "application/json")
        assert answer.accepted, answer.message


@pytest.fixture(scope="module")
def plane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    """The webhook follows with the account and the rights of the manifests, and no others."""
    reason = why_not()
    if reason and os.environ.get("GPULINT_REQUIRE_CONTROLPLANE"):
        pytest.fail(reason, pytrace=False)
    if reason:
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("live")
    with running(tmp_path_factory.mktemp("plane")) as servers:
        client = servers.client()
        live = _follow(servers, _token(client), 120.0)
        (folder / "webhook.yaml").write_text(_POLICY)
        for served in start(folder, Timeouts(stop=1.0), str(folder / "webhook.yaml"), live):
            assert wait(lambda: live.is_synced() or None, 30), live.counted()
            yield Plane(servers, client, served, live)


def _token(client: Client) -> str:
    """A token of the server's account, after its role and binding are made."""
    role, binding = rights(Wish(namespace="default"))
    accounts = "/api/v1/namespaces/default/serviceaccounts"
    ask = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}
    ask["spec"] = {"expirationSeconds": 3600}
    for path, value in (
        (accounts, {"metadata": {"name": "gpulint"}}),
        (f"{_RBAC}/clusterroles", role),
        (f"{_RBAC}/clusterrolebindings", binding),
        (f"{accounts}/gpulint/token", ask),
    ):
        answer = client.request("POST", path, json.dumps(value).encode())
        assert answer.accepted, answer.message
    status: Any = answer.value["status"]
    return str(status["token"])


def _follow(servers: Servers, token: str, most_age: float) -> LiveFacts:
    access = from_kubeconfig([str(servers.kubeconfig("live", token))])
    pace = Pace(first=0.2, most=1.0, again=1.0, watch=(30, 40))
    return LiveFacts(ClusterClient(access), Timing(most_age, between=0.0, pace=pace))


def _node(name: str, gpus: int) -> Object:
    offer = {"cpu": "64", "memory": "512Gi", "pods": "110", "nvidia.com/gpu": str(gpus)}
    labels = {"kubernetes.io/hostname": name, "nvidia.com/gpu.product": "NVIDIA-L4"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "status": {"capacity": offer, "allocatable": offer},
    }


def _pod(gpus: int = 1, priority: str = "") -> Object:
    container = {
        "name": "train",
        "image": "registry.example/train:1",
        "resources": {"limits": {"nvidia.com/gpu": gpus}},
    }
    spec: Object = {"containers": [container]}
    if priority:
        spec["priorityClassName"] = priority
    metadata = {"name": "train", "namespace": "ml"}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def _until(look: Callable[[], object], expected: object, seconds: float = 15.0) -> object:
    wait(lambda: look() == expected or None, seconds)
    return look()


def test_every_kind_that_a_plain_cluster_has_is_read(plane: Plane) -> None:
    """With the rights of the manifests; a kind that is missing there would be forbidden here."""
    states = {each.kind: each.state.name for each in plane.live.counted()}
    has = ("Node", "Namespace", "ResourceQuota", "LimitRange")
    has += ("PriorityClass.scheduling.k8s.io", "RuntimeClass.node.k8s.io")
    has += ("DeviceClass.resource.k8s.io", "ResourceSlice.resource.k8s.io")
    expected = {name: "SYNCED" if name in has else "ABSENT" for name in states}
    assert expected == states


def test_the_account_may_read_nothing_else(plane: Plane) -> None:
    """What the server cannot read it cannot tell anybody."""
    access = from_kubeconfig([str(plane.servers.folder / "live.kubeconfig")])
    client = ClusterClient(access)
    paths = ("/api/v1/pods", "/api/v1/secrets", "/api/v1/configmaps", "/api/v1/namespaces")
    found = [client.request("GET", f"{path}?limit=1").status for path in paths]
    written = client.request("POST", "/api/v1/namespaces", b'{"metadata": {"name": "own"}}').status
    assert (found, written) == ([403, 403, 403, 200], 403)


def test_nodes_are_seen_as_they_come_change_and_go(plane: Plane) -> None:
    """The largest node decides what one pod may ask for."""
    seen: list[object] = []
    plane.send("POST", _NODES, _node("small", 4))
    seen.append(_until(lambda: plane.judged(_pod(8)), (False, ["GPU334"])))
    plane.send("POST", _NODES, _node("large", 8))
    seen.append(_until(lambda: plane.judged(_pod(8)), (True, [])))
    less = {"status": _node("large", 2)["status"]}
    plane.send("PATCH", f"{_NODES}/large/status", less, PATCH)
    seen.append(_until(lambda: plane.judged(_pod(8)), (False, ["GPU334"])))
    plane.client.delete(f"{_NODES}/large")
    plane.client.delete(f"{_NODES}/small")
    seen.append(_until(lambda: plane.names("Node"), []))
    # without any node nothing is said about nodes
    seen.append(plane.judged(_pod(8)))
    refused, taken = (False, ["GPU334"]), (True, [])
    assert seen == [refused, taken, refused, [], taken]


def test_priority_classes_are_seen_as_they_come_and_go(plane: Plane) -> None:
    """A user who makes the class and tries again is let in."""
    seen: list[object] = [_until(lambda: plane.judged(_pod(priority="mine")), (False, ["GPU601"]))]
    value = {"metadata": {"name": "mine"}, "value": 5}
    plane.send("POST", _CLASSES, value)
    seen.append(_until(lambda: plane.judged(_pod(priority="mine")), (True, [])))
    plane.client.delete(f"{_CLASSES}/mine")
    seen.append(_until(lambda: plane.judged(_pod(priority="mine")), (False, ["GPU601"])))
    assert seen == [(False, ["GPU601"]), (True, []), (False, ["GPU601"])]


def test_a_rule_that_needs_facts_warns_through_the_warn_hook(plane: Plane) -> None:
    """The object is stored, and whoever sent it reads why it will wait."""
    found = plane.judged(_pod(priority="none"), "/validate/warn")
    assert found == (True, ["GPU601"])


def test_labels_of_a_new_namespace_are_known(plane: Plane) -> None:
    """Namespaces are made by the hundred, and labelled later."""
    path = "/api/v1/namespaces"
    plane.send("POST", path, {"metadata": {"name": "fresh"}})
    named = {"kubernetes.io/metadata.name": "fresh"}
    first = _until(lambda: plane.live.labels_of("fresh"), named)
    plane.send("PATCH", f"{path}/fresh", {"metadata": {"labels": {"env": "prod"}}}, PATCH)
    second = _until(lambda: plane.live.labels_of("fresh"), {**named, "env": "prod"})
    assert (first, second) == (named, {**named, "env": "prod"})


def test_facts_gone_stale_deny_nothing(plane: Plane, tmp_path: Path) -> None:
    """The last test of this file, as it stops the API server: readiness stays, refusals end."""
    live = _follow(plane.servers, "admin-token", _STALE)
    (tmp_path / "webhook.yaml").write_text(_POLICY)
    for served in start(tmp_path, Timeouts(stop=1.0), str(tmp_path / "webhook.yaml"), live):
        mine = plane._replace(served=served, live=live)
        fresh = _until(lambda m=mine: m.judged(_pod(priority="none")), (False, ["GPU601"]))
        plane.servers.stop()
        stale = _until(lambda m=mine: m.judged(_pod(priority="none")), (True, []), 2 * _STALE)
        time.sleep(1.0)  # attempts to come back change nothing
        later = mine.judged(_pod(priority="none"))
        connection = served.connection()
        connection.request("GET", "/readyz")
        ready = connection.getresponse().status
        connection.close()
    expected = ((False, ["GPU601"]), (True, []), (True, []), 200)
    assert (fresh, stale, later, ready) == expected
