"""The webhook behind a real API server: what reaches it, and what its answers do."""

import json
import re
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hook.reviews import review
from hook.served import Served
from plane.answer import Answer
from plane.client import Client, wait
from plane.hooked import DENIED, WARNED, Object, create, deployment, pod

from gpulint.model.resource import resources_in
from gpulint.rulebook.rule_file import read_rule_file
from gpulint.source.reader import ReadOptions, read_bytes
from gpulint.webhook.policies import decided, policies
from gpulint.webhook.policy import Policy
from gpulint.webhook.review import read_review
from gpulint.webhook.verdict import Judge

pytestmark = pytest.mark.controlplane
_RULES = Path(__file__).resolve().parents[2] / "rules"
_KINDS = ("Pod", "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob")


def _ids(warnings: Iterable[str]) -> list[str]:
    """Rules that the warnings name, sorted."""
    found = (re.search(r"gpulint (GPU[0-9]{3}) ", each) for each in warnings)
    return sorted({each[1] for each in found if each})


def _asked(served: Served) -> float:
    """How many reviews the server has answered."""
    text = served.server.metrics.text().decode()
    lines = (each for each in text.splitlines() if each.startswith("gpulint_reviews_total{"))
    return sum(float(each.rsplit(" ", 1)[1]) for each in lines)


def test_a_warning_reaches_the_client(client: Client, hook: Served) -> None:
    """It is all that a user sees where nothing is enforced."""
    answer = create(client, pod(**WARNED))
    assert (answer.status, _ids(answer.warnings)) == (201, ["GPU908"])


def test_an_object_is_refused_where_it_is_enforced(client: Client, hook: Served) -> None:
    """The message holds rule, field and the way around."""
    answer = create(client, pod(**DENIED), "enforced")
    start = 'admission webhook "workloads.deny.gpulint.io" denied the request: GPU201 '
    told = answer.message.startswith(start) and "gpulint.io/ignore: GPU201" in answer.message
    assert (answer.status, told) == (403, True), answer.message


def test_nothing_is_refused_elsewhere(client: Client, hook: Served) -> None:
    """A namespace opts in by its label."""
    assert create(client, pod(**DENIED)).status == 201


def test_an_annotation_lets_an_object_pass(client: Client, hook: Served) -> None:
    """The same suppression as in a file."""
    allowed = pod(**DENIED)
    allowed["metadata"]["annotations"] = {"gpulint.io/ignore": "GPU201"}
    assert create(client, allowed, "enforced").status == 201


def test_an_object_without_gpus_never_reaches_gpulint(client: Client, hook: Served) -> None:
    """So an outage of gpulint cannot concern it."""
    before = _asked(hook)
    plain = create(client, pod(resources={"limits": {"cpu": "1"}}), "enforced")
    web = deployment("web", pod())
    path = "/apis/apps/v1/namespaces/enforced/deployments?dryRun=All"
    other = client.request("POST", path, json.dumps(web).encode())
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
    probe = pod(resources={"limits": {"nvidia.com/mig-1g5gb": 1, "x.example/y": 1}})
    named = wait(lambda: "AdmissionPolicy" in str(create(client, probe).warnings) or None, 20)
    assert named, "the API server does not obey the policies"
    time.sleep(1)  # the others come with the same informer
    try:
        yield
    finally:
        for path in paths:
            client.delete(path)
