"""The webhook behind a real API server: what reaches it, and what its answers do."""

import asyncio
import base64
import json
import os
import re
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hook.reviews import review
from hook.served import NOW, Served, start
from plane.answer import Answer
from plane.client import Client, wait
from plane.programs import BUILD, NAMES, program
from plane.servers import Servers, running

from gpulint.model.resource import resources_in
from gpulint.rulebook.rule_file import read_rule_file
from gpulint.source.reader import ReadOptions, read_bytes
from gpulint.webhook.certs import make_authority
from gpulint.webhook.manifests import configuration
from gpulint.webhook.policies import decided, policies
from gpulint.webhook.policy import Policy
from gpulint.webhook.protocol import Timeouts
from gpulint.webhook.review import read_review
from gpulint.webhook.verdict import Judge
from gpulint.webhook.wish import Wish

pytestmark = pytest.mark.controlplane
_CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations"
_PODS = "/api/v1/namespaces/{}/pods?dryRun=All"
_RULES = Path(__file__).resolve().parents[2] / "rules"
_KINDS = ("Pod", "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob")
Object = dict[str, Any]


def _pod(name: str = "", **spec: object) -> Object:
    container = {"name": "train", "image": "registry.example/train:1"}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name or "train"},
        "spec": {"containers": [container | spec]},
    }


# all devices beside one that is allotted: the API server takes it, gpulint warns
_WARNED = {
    "resources": {"limits": {"nvidia.com/gpu": 1}},
    "env": [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}],
}
# a slice that no card offers: accepted and pending for ever, an error of high confidence
_DENIED = {"resources": {"limits": {"nvidia.com/mig-9g.90gb": 1}}}


def _create(client: Client, pod: Object, namespace: str = "free") -> Answer:
    return client.request("POST", _PODS.format(namespace), json.dumps(pod).encode())


def _apply(client: Client, value: Object) -> None:
    name = value["metadata"]["name"]
    client.delete(f"{_CONFIGURATIONS}/{name}")
    answer = client.request("POST", _CONFIGURATIONS, json.dumps(value).encode())
    assert answer.accepted, answer.message


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """A control plane of its own: its hooks must not see other tests' objects, and it needs no Kueue."""
    missing = [name for name in NAMES if not program(name).exists()]
    if missing and os.environ.get("GPULINT_REQUIRE_CONTROLPLANE"):
        pytest.fail(f"{', '.join(missing)} not built", pytrace=False)
    if missing:
        pytest.skip(f"{', '.join(missing)} not built; run `{BUILD}`")
    with running(tmp_path_factory.mktemp("webhook")) as started:
        yield started


@pytest.fixture(scope="module")
def client(servers: Servers) -> Client:
    """An administrator, with one namespace that enforces and one that does not."""
    client = servers.client()
    for name, labels in (("free", {}), ("enforced", {"gpulint.io/enforce": "true"})):
        space = {
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {"name": name, "labels": labels},
        }
        client.request("POST", "/api/v1/namespaces", json.dumps(space).encode())
    return client


@pytest.fixture(scope="module")
def hook(client: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """gpulint on loopback, with both configurations as `webhook manifests` writes them."""
    for served in start(tmp_path_factory.mktemp("hook"), Timeouts(stop=1.0)):
        for name in ("warn", "deny"):
            _apply(client, configuration(name, _wish(served)))
        seen = wait(lambda: _create(client, _pod(**_WARNED)).warnings or None, 20)
        assert seen, "the API server never asked gpulint"
        refused = wait(
            lambda: not _create(client, _pod(**_DENIED), "enforced").accepted or None, 20
        )
        assert refused, "the API server never asked the deny hook"
        yield served
        for name in ("warn", "deny"):
            client.delete(f"{_CONFIGURATIONS}/gpulint-{name}")


def _ids(warnings: Iterable[str]) -> list[str]:
    """Rules that the warnings name, sorted."""
    found = (re.search(r"gpulint (GPU[0-9]{3}) ", each) for each in warnings)
    return sorted({each[1] for each in found if each})


def _wish(served: Served) -> Wish:
    authority = base64.b64encode(served.authority.cert).decode()
    return Wish(authority=authority, url=f"https://127.0.0.1:{served.port}")


def _asked(served: Served) -> float:
    """How many reviews the server has answered."""
    text = served.server.metrics.text().decode()
    lines = (each for each in text.splitlines() if each.startswith("gpulint_reviews_total{"))
    return sum(float(each.rsplit(" ", 1)[1]) for each in lines)


def test_a_warning_reaches_the_client(client: Client, hook: Served) -> None:
    """It is all that a user sees where nothing is enforced."""
    answer = _create(client, _pod(**_WARNED))
    assert (answer.status, _ids(answer.warnings)) == (201, ["GPU908"])


def test_an_object_is_refused_where_it_is_enforced(client: Client, hook: Served) -> None:
    """The message holds rule, field and the way around."""
    answer = _create(client, _pod(**_DENIED), "enforced")
    start = 'admission webhook "workloads.deny.gpulint.io" denied the request: GPU201 '
    told = answer.message.startswith(start) and "gpulint.io/ignore: GPU201" in answer.message
    assert (answer.status, told) == (403, True), answer.message


def test_nothing_is_refused_elsewhere(client: Client, hook: Served) -> None:
    """A namespace opts in by its label."""
    assert _create(client, _pod(**_DENIED)).status == 201


def test_an_annotation_lets_an_object_pass(client: Client, hook: Served) -> None:
    """The same suppression as in a file."""
    pod = _pod(**_DENIED)
    pod["metadata"]["annotations"] = {"gpulint.io/ignore": "GPU201"}
    assert _create(client, pod, "enforced").status == 201


def test_an_object_without_gpus_never_reaches_gpulint(client: Client, hook: Served) -> None:
    """So an outage of gpulint cannot concern it."""
    before = _asked(hook)
    plain = _create(client, _pod(resources={"limits": {"cpu": "1"}}), "enforced")
    deployment = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {
            "selector": {"matchLabels": {"app": "web"}},
            "template": {"metadata": {"labels": {"app": "web"}}, "spec": _pod()["spec"]},
        },
    }
    path = "/apis/apps/v1/namespaces/enforced/deployments?dryRun=All"
    other = client.request("POST", path, json.dumps(deployment).encode())
    assert (201, 201, before) == (plain.status, other.status, _asked(hook))


def test_every_faulty_example_that_the_server_accepts_reaches_gpulint(
    client: Client, hook: Served
) -> None:
    """What CEL keeps out is never judged, so it must keep out nothing that a rule speaks of."""
    judge, expected, actual = Judge(Policy()), [], []
    for where, value in _examples():
        answer = _dry_run(client, value)
        if answer.status != 201:
            continue
        asked = review(answer.value, namespace="free")
        verdict = judge.verdict(read_review(asked), enforce=False)
        if verdict.answer.warnings:
            expected.append((where, _ids(verdict.answer.warnings)))
            actual.append((where, _ids(answer.warnings)))
    assert expected == actual


def _dry_run(client: Client, value: Object) -> Answer:
    known = client.kind(str(value["apiVersion"]), str(value["kind"]))
    if known is None:
        return Answer(404, {})
    metadata = dict(value.get("metadata") or {}) | {"namespace": "free"}
    body = json.dumps({**value, "metadata": metadata}).encode()
    return client.create(known, "free", body, dry_run=True, validation="Ignore")


def _examples(
    ids: Collection[str] = (), kinds: Collection[str] = ("bad",)
) -> Iterator[tuple[str, Object]]:
    """Objects of the core kinds with pods in the examples of rules, of all when none is named."""
    options = ReadOptions(prefilter=False, jobs=1, helm=False)
    for path in sorted(_RULES.glob("*/*.yaml")):
        rule = read_rule_file(str(path), path.name)
        if ids and rule.id not in ids:
            continue
        for example in (each for each in rule.examples if each.kind in kinds):
            for document in read_bytes("bad.yaml", example.text.encode(), options).documents:
                for each in resources_in(document, document.value):
                    if each.group in ("", "apps", "batch") and each.kind in _KINDS:
                        yield f"{rule.id}:{example.line} {each.kind}", dict(each.value)


def test_policies_say_what_the_webhook_says(client: Client, hook: Served) -> None:
    """The server-less way must not be another rulebook."""
    ids = {each.rule.id for each in decided()}
    objects = list(_examples(ids, ("bad", "good", "near_miss")))
    judge, expected, actual = Judge(Policy()), [], []
    with _policies(client):
        for where, value in objects:
            answer = _dry_run(client, value)
            if answer.status != 201:
                continue
            verdict = judge.verdict(read_review(review(answer.value)), enforce=False)
            expected.append((where, sorted({f.id for f in verdict.findings} & ids)))
            told = [each for each in answer.warnings if "ValidatingAdmissionPolicy" in each]
            actual.append((where, _ids(told)))
    heard = {id for _, found in expected for id in found}
    assert (expected, ids) == (actual, heard)


@contextmanager
def _policies(client: Client) -> Iterator[None]:
    """The policies and bindings, once the API server obeys them."""
    folder = "/apis/admissionregistration.k8s.io/v1"
    paths = []
    for each in policies():
        plural = "validatingadmissionpolicies"
        if each["kind"] != "ValidatingAdmissionPolicy":
            plural = "validatingadmissionpolicybindings"
        answer = client.request("POST", f"{folder}/{plural}", json.dumps(each).encode())
        assert answer.accepted, answer.message
        paths.append(f"{folder}/{plural}/{each['metadata']['name']}")
    probe = _pod(resources={"limits": {"nvidia.com/mig-1g5gb": 1, "x.example/y": 1}})
    named = wait(lambda: "AdmissionPolicy" in str(_create(client, probe).warnings) or None, 20)
    assert named, "the API server does not obey the policies"
    time.sleep(1)  # the others come with the same informer
    try:
        yield
    finally:
        for path in paths:
            client.delete(path)


def test_a_wrong_authority_fails_as_the_policy_says(client: Client, hook: Served) -> None:
    """Ignore lets pass, Fail refuses, and only what mentions a GPU is concerned."""
    other = base64.b64encode(make_authority(NOW).cert).decode()
    wish = _wish(hook)._replace(authority=other)
    try:
        for name in ("warn", "deny"):
            _apply(client, configuration(name, wish))
        failed = wait(lambda: _failure(client), 20) or ""
        free = _create(client, _pod(**_WARNED))
        plain = _create(client, _pod(), "enforced")
    finally:
        for name in ("warn", "deny"):
            _apply(client, configuration(name, _wish(hook)))
        wait(lambda: _create(client, _pod(**_WARNED)).warnings or None, 20)
    actual = ("failed calling webhook" in failed, free.status, free.warnings, plain.status)
    assert actual == (True, 201, (), 201)


def test_a_stopped_gpulint_blocks_only_what_is_enforced(client: Client, hook: Served) -> None:
    """What happens when it is down, as the operations page tells it."""
    # the last test of this module: the server does not come back
    asyncio.run_coroutine_threadsafe(hook.server.stop(), hook.loop).result(10)
    failed = wait(lambda: _failure(client), 20) or ""
    free = _create(client, _pod(**_WARNED))
    plain = _create(client, _pod(), "enforced")
    actual = ("failed calling webhook" in failed, free.status, free.warnings, plain.status)
    assert actual == (True, 201, (), 201)


def _failure(client: Client) -> str | None:
    answer = _create(client, _pod(resources={"limits": {"nvidia.com/gpu": 1}}), "enforced")
    return answer.message or None
