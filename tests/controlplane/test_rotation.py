"""Certificates are made and changed in a cluster, by the account and the rights that it gives."""

import base64
import json
import os
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hook.served import NOW, Served, serve
from plane.answer import Answer
from plane.client import PATCH, Client, wait
from plane.programs import why_not
from plane.rotating import CONFIGURATIONS, HOOKS, OWN, SECRET, SPACE, Cluster
from plane.secret_volume import mounted
from plane.servers import running

from gpulint.webhook.certificates.issue import Pair, make_authority, make_leaf
from gpulint.webhook.objects.manifests import configuration, manifests
from gpulint.webhook.serving.protocol import Timeouts

pytestmark = pytest.mark.controlplane
_PODS = "/api/v1/namespaces/enforced/pods?dryRun=All"
# longer than what an authority of ten years has left a moment later
_FORCE = "--days=3650"
# when the server was shaken hands with
_HANDSHAKES: list[float] = []


def _pod(resource: str) -> bytes:
    container = {
        "name": "train",
        "image": "registry.example/train:1",
        "resources": {"limits": {resource: 1}},
    }
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "train"}}
    return json.dumps(pod | {"spec": {"containers": [container]}}).encode()


def _call(client: Client, resource: str = "nvidia.com/gpu") -> Answer:
    return client.request("POST", _PODS, _pod(resource))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A control plane of its own, as its hooks must not see other tests' objects."""
    reason = why_not()
    if reason and os.environ.get("GPULINT_REQUIRE_CONTROLPLANE"):
        pytest.fail(reason, pytrace=False)
    if reason:
        pytest.skip(reason)
    with running(tmp_path_factory.mktemp("rotation")) as started:
        yield Cluster(started)


@pytest.fixture(scope="module")
def installed(cluster: Cluster) -> list[tuple[str, str]]:
    """All objects created; what was refused, with the reason."""
    label = {"gpulint.io/enforce": "true"}
    space = {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {"name": "enforced", "labels": label},
    }
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "nobody"}}
    refused = []
    for each in (*manifests(OWN), space, account):
        kind = cluster.client.kind(str(each["apiVersion"]), str(each["kind"]))
        assert kind is not None
        answer = cluster.client.create(kind, SPACE, json.dumps(each).encode())
        if not answer.accepted:
            refused.append((str(each["kind"]), answer.message))
    return refused


@pytest.fixture(scope="module")
def hook(
    cluster: Cluster, installed: object, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A server that the API server calls on loopback; it knows its certificate by files alone.

    Connections are closed after a moment, so that there are handshakes all the time.
    """
    code, said = cluster.rotate()
    assert code == 0, said
    folder = tmp_path_factory.mktemp("volume")
    with mounted(cluster.servers.client(), SECRET, folder, "tls.crt", "tls.key"):
        assert wait(lambda: (folder / "tls.key").exists() or None, 20)
        authority = Pair(cluster.secret()["ca.crt"], b"")
        for served in serve(folder, authority, Timeouts(age=0.05, stop=1.0)):
            _count_handshakes(served)
            _send_to(cluster, served.port)
            assert wait(lambda: _call(cluster.client).accepted or None, 20)
            assert wait(lambda: "GPU201" in _denied(cluster) or None, 20)
            yield served


def _count_handshakes(served: Served) -> None:
    listener = served.server.certificate.listener
    choose: Any = listener.sni_callback

    def counted(*arguments: object) -> None:
        _HANDSHAKES.append(time.monotonic())
        choose(*arguments)

    listener.sni_callback = counted


def _denied(cluster: Cluster) -> str:
    return _call(cluster.client, "nvidia.com/mig-9g.90gb").message


def _send_to(cluster: Cluster, port: int) -> None:
    """Put the address of the server into both configurations, which leaves the caBundle alone."""
    for name in HOOKS:
        path = f"{CONFIGURATIONS}/{name}"
        value: Any = cluster.client.request("GET", path).value
        for each in value["webhooks"]:
            hook = name.removeprefix("gpulint-")
            bundle = each["clientConfig"]["caBundle"]
            url = f"https://127.0.0.1:{port}/validate/{hook}"
            each["clientConfig"] = {"url": url, "caBundle": bundle}
        answer = cluster.client.request("PUT", path, json.dumps(value).encode())
        assert answer.accepted, answer.message


class Load:
    """What came of calls without an end. failures: their messages. handshakes: new connections."""

    def __init__(self) -> None:
        self.calls = self.handshakes = 0
        self.failures: list[str] = []


@contextmanager
def _load(cluster: Cluster) -> Iterator[Load]:
    """Create pods with a GPU, two at a time, where the policy is Fail."""
    load, over, before = Load(), threading.Event(), len(_HANDSHAKES)

    def call() -> None:
        client = cluster.servers.client()
        while not over.is_set():
            answer = _call(client)
            load.calls += 1
            if not answer.accepted:
                load.failures.append(answer.message)

    threads = [threading.Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield load
        time.sleep(3)  # the new files, and calls over new connections
    finally:
        over.set()
        for thread in threads:
            thread.join(60)
        load.handshakes = len(_HANDSHAKES) - before


def _served(hook: Served) -> bytes:
    """The certificate that a new connection meets, as PEM."""
    return ssl.get_server_certificate(("127.0.0.1", hook.port)).encode()


def test_the_api_server_takes_every_object(installed: list[tuple[str, str]]) -> None:
    """In the order in which they are written, with strict validation."""
    assert installed == []


def test_the_first_run_makes_all_and_the_second_nothing(cluster: Cluster, hook: Served) -> None:
    """A CronJob runs it every day; a write a day would be noise in the audit log."""
    before = cluster.versions()
    code, said = cluster.rotate()
    secret = cluster.secret()
    state = (sorted(secret), cluster.bundles(), _served(hook))
    keys = ["ca.crt", "ca.key", "tls.crt", "tls.key"]
    expected = (keys, {frozenset({secret["ca.crt"]})}, secret["tls.crt"])
    assert (0, before, expected) == (code, cluster.versions(), state), said


def test_an_account_without_rights_is_told_which_it_lacks(cluster: Cluster, hook: Served) -> None:
    """Roles are cut down by people who do not know what needs them."""
    code, said = cluster.rotate(user="nobody")
    lacks = "a role must allow this account to get validatingwebhookconfigurations gpulint-warn;"
    assert (code, len(said), lacks in said[0]) == (2, 1, True), said


def test_a_rehearsal_changes_nothing(cluster: Cluster, hook: Served) -> None:
    """It is how one looks at what a run would do."""
    before = cluster.versions()
    code, said = cluster.rotate("--dry-run", _FORCE)
    verbs = [" ".join(line.split()[:2]) for line in said]
    steps = ["would remember", "would set", "would wait", "would switch", "nothing more"]
    assert (0, before, steps) == (code, cluster.versions(), verbs), said


def test_a_new_authority_fails_no_call(cluster: Cluster, hook: Served) -> None:
    """The whole change, with the old authority dropped two days later, while objects are created."""
    old = cluster.secret()["ca.crt"]
    with _load(cluster) as changing:
        first = cluster.rotate(_FORCE)
    secret, between, served = cluster.secret(), cluster.bundles(), _served(hook)
    cluster.make_older()
    with _load(cluster) as dropping:
        second = cluster.rotate(_FORCE)
    new = secret["ca.crt"]
    assert (first[0], second[0], changing.failures, dropping.failures) == (0, 0, [], [])
    assert min(changing.calls, changing.handshakes, dropping.calls, dropping.handshakes) > 50
    expected = ({frozenset({new, old})}, secret["tls.crt"], {frozenset({new})}, False)
    assert expected == (between, served, cluster.bundles(), new == old), (first, second)
    assert "previous-ca.crt" not in cluster.secret()


def test_a_renewed_certificate_fails_no_call(cluster: Cluster, hook: Served) -> None:
    """It happens every two months, without any change of trust."""
    before, trusted = cluster.secret(), cluster.bundles()
    with _load(cluster) as load:
        code, said = cluster.rotate("--name=renewed.example", _FORCE)
    after = cluster.secret()
    kept = after["ca.crt"] == before["ca.crt"] and after["tls.crt"] != before["tls.crt"]
    expected = (0, [], True, trusted, after["tls.crt"])
    assert expected == (code, load.failures, kept, cluster.bundles(), _served(hook)), said


def test_a_run_that_is_killed_is_continued_by_the_next(cluster: Cluster, hook: Served) -> None:
    """Nodes are drained when it suits them."""
    cluster.client.request("PATCH", SECRET, b'{"data": {"ca.key": null}}', PATCH)
    old = cluster.secret()["ca.crt"]
    with _load(cluster) as load:
        killed = subprocess.Popen(cluster.rotation("--settle=600"), stdout=subprocess.DEVNULL)
        reached = wait(lambda: len(next(iter(cluster.bundles()))) == 2 or None, 30)
        killed.kill()
        killed.wait(10)
        halfway = cluster.secret()["ca.crt"] == old
        done = cluster.rotate()
    expected = (True, True, 0, [], True)
    changed = _served(hook) == cluster.secret()["tls.crt"] and cluster.secret()["ca.crt"] != old
    assert expected == (reached, halfway, done[0], load.failures, changed), done[1]


def test_two_runs_at_once_are_harmless(cluster: Cluster, hook: Served) -> None:
    """Somebody starts one by hand while the CronJob's runs."""
    cluster.client.request("PATCH", SECRET, b'{"data": {"ca.key": null}}', PATCH)
    with _load(cluster) as load:
        runs = [subprocess.Popen(cluster.rotation(), stdout=subprocess.PIPE) for _ in range(2)]
        codes = [run.wait(60) for run in runs]
    secret = cluster.secret()
    trusted = all(secret["ca.crt"] in bundle for bundle in cluster.bundles())
    expected = ([0, 0], [], True, secret["tls.crt"])
    said = [run.stdout.read() for run in runs if run.stdout]
    assert expected == (codes, load.failures, trusted, _served(hook)), said


def test_manifests_applied_anew_are_mended(cluster: Cluster, hook: Served) -> None:
    """`kubectl replace` and some pipelines take the caBundle away."""
    bare = configuration("deny", OWN._replace(url=f"https://127.0.0.1:{hook.port}"))
    path = f"{CONFIGURATIONS}/gpulint-deny"
    cluster.client.delete(path)
    cluster.client.request("POST", CONFIGURATIONS, json.dumps(bare).encode())
    failed = wait(lambda: _call(cluster.client).message or None, 20) or ""
    code, said = cluster.rotate()
    mended = wait(lambda: _call(cluster.client).accepted or None, 20)
    assert ("certificate" in failed, 0, True) == (True, code, mended), said


def test_these_calls_notice_a_change_without_waiting(cluster: Cluster, hook: Served) -> None:
    """Else the tests above would prove nothing; and the next run mends it."""
    leaf = make_leaf(make_authority(NOW), ("127.0.0.1",), NOW)
    files = {"tls.crt": leaf.cert, "tls.key": leaf.key}
    data = {name: base64.b64encode(text).decode() for name, text in files.items()}
    with _load(cluster) as load:
        cluster.client.request("PATCH", SECRET, json.dumps({"data": data}).encode(), PATCH)
        failed = wait(lambda: load.failures or None, 20) or [""]
    code, said = cluster.rotate()
    mended = wait(lambda: _call(cluster.client).accepted or None, 20)
    assert ("certificate" in failed[0], 0, True) == (True, code, mended), said
