"""The webhook behind a real API server: what reaches it, and what its answers do."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hook.reviews import review
from hook.served import Served
from plane.client import Client, wait
from plane.examples import examples, is_core, rehearse, rule_ids
from plane.hooked import DENIED, WARNED, create, deployment, pod

from gpulint.webhook.objects.policies import decided, policies
from gpulint.webhook.policy import Policy
from gpulint.webhook.review import read_review
from gpulint.webhook.verdict import Judge

pytestmark = pytest.mark.controlplane


def _asked(served: Served) -> float:
    """How many reviews the server has answered."""
    text = served.server.metrics.text().decode()
    lines = (each for each in text.splitlines() if each.startswith("gpulint_reviews_total{"))
    return sum(float(each.rsplit(" ", 1)[1]) for each in lines)


def test_a_warning_reaches_the_client(client: Client, hook: Served) -> None:
    """It is all that a user sees where nothing is enforced."""
    answer = create(client, pod(**WARNED))
    assert (answer.status, rule_ids(answer.warnings)) == (201, ["GPU908"])


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


def test_policies_say_what_the_webhook_says(client: Client, hook: Served) -> None:
    """The server-less way must not be another rulebook."""
    ids = {each.rule.id for each in decided()}
    objects = [each for each in examples(kinds=("bad", "good", "near_miss")) if is_core(each.value)]
    judge, expected, actual = Judge(Policy()), [], []
    with _policies(client):
        for where, value in objects:
            answer = rehearse(client, value)
            if answer.status != 201:
                continue
            verdict = judge.verdict(read_review(review(answer.value)), enforce=False)
            expected.append((where, sorted({f.id for f in verdict.findings} & ids)))
            told = [each for each in answer.warnings if "ValidatingAdmissionPolicy" in each]
            actual.append((where, rule_ids(told)))
    heard = {id for _, found in expected for id in found}
    assert (expected, ids) == (actual, heard)


_SILENCERS = (
    *("GPU201", "gpu201", "mig-resource-misspelt", "gpu2", "mig", "all", " GPU9 , GPU201 "),
    *("GPU201 until=2999-01-31 the plugin is renamed", "GPU110", "GPU20", "GPU", "none", "", ","),
)


def test_policies_heed_the_annotation_that_the_webhook_heeds(client: Client, hook: Served) -> None:
    """A suppression written for one must not fail in a cluster that has the other."""
    judge, expected, actual = Judge(Policy()), [], []
    with _policies(client):
        for text in _SILENCERS:
            for value in _annotated(text):
                answer = rehearse(client, value)
                verdict = judge.verdict(read_review(review(answer.value)), enforce=False)
                expected.append((text, value["kind"], [f.id for f in verdict.findings]))
                told = [each for each in answer.warnings if "ValidatingAdmissionPolicy" in each]
                actual.append((text, value["kind"], rule_ids(told)))
    silenced = [not found for _, _, found in expected]
    assert (expected, True, False) == (actual, any(silenced), all(silenced))


def _annotated(text: str) -> Iterator[dict[str, Any]]:
    """Objects with a misspelt MIG name, the annotation at one place each."""
    metadata = {"annotations": {"gpulint.io/ignore": text}}
    faulty = {**pod(**DENIED), "metadata": {"name": "a"}}
    yield {**faulty, "metadata": {"name": "a", **metadata}}
    spec = {**faulty["spec"], "restartPolicy": "Never"}
    plain = {"spec": {"template": {"spec": spec}}}
    above = {"spec": {"template": {"metadata": metadata, "spec": spec}}}
    for template in (above, {"metadata": metadata, **plain}):
        yield {
            "apiVersion": "batch/v1",
            "kind": "CronJob",
            "metadata": {"name": "a"},
            "spec": {"schedule": "1 1 * * *", "jobTemplate": template},
        }


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
