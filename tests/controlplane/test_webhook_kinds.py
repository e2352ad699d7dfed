"""Every kind that a rule speaks of reaches gpulint through the CEL that keeps out the others."""

from collections.abc import Iterator

import pytest
from hook.reviews import review
from hook.served import Served
from plane.client import Client, wait
from plane.examples import examples, rehearse, rule_ids
from plane.hooked import Object
from plane.open_kinds import Wanted, define

from gpulint.catalog.kinds import all_kinds
from gpulint.webhook.objects.matching import Rule, entries, plural
from gpulint.webhook.policy import Policy
from gpulint.webhook.review import read_review
from gpulint.webhook.verdict import Judge

pytestmark = pytest.mark.controlplane
_EVERY = {
    (rule.group, name): rule for each in entries() for rule in each.rules for name in rule.resources
}
# An error of high confidence in a place that CEL cannot follow.
_MISSPELT = {"limits": {"nvidia.com/mig-9g.90gb": 1}}
_POD = {
    "containers": [{"name": "train", "image": "registry.example/train:1", "resources": _MISSPELT}]
}
# A RayJob that runs on a cluster of somebody else has no pods that could mention a device.
_WITHOUT_PODS = ["GPU465"]
_HIDDEN: dict[str, Object] = {
    "trainer.kubeflow.org/v1alpha1 TrainJob": {
        "runtimeRef": {"name": "torch-distributed"},
        "trainer": {"numNodes": 2, "resourcesPerNode": _MISSPELT},
    },
    "argoproj.io/v1alpha1 Workflow": {
        "entrypoint": "train",
        "templates": [{"name": "train", "container": _POD["containers"][0]}],
    },
    "workload.codeflare.dev/v1beta2 AppWrapper": {
        "components": [
            {
                "template": {
                    "apiVersion": "v1",
                    "kind": "Pod",
                    "metadata": {"name": "a"},
                    "spec": _POD,
                }
            }
        ]
    },
}


@pytest.fixture(scope="module")
def open_client(client: Client, hook: Served) -> Client:
    """The administrator, once the server knows all kinds of the configurations."""
    wanted = [
        Wanted(rule.group, kind, rule.versions, rule.scope == "Namespaced")
        for kind, rule in _kinds()
    ]
    sent = [each for each in wanted if define(client, each)]
    for each in sent:
        for version in each.versions:
            known = wait(lambda e=each, v=version: client.kind(f"{e.group}/{v}", e.kind), 30)
            assert known, f"the server does not know {each.kind} of {each.group}/{version}"
    return client


def _kinds() -> Iterator[tuple[str, Rule]]:
    """Kinds by name with their rule, as a rule names plurals only."""
    names = {(each.group, plural(each.kind)): each.kind for each in all_kinds()}
    for value in (each.value for each in examples()):
        group = str(value["apiVersion"]).rpartition("/")[0]
        names[group, plural(str(value["kind"]))] = str(value["kind"])
    for key, rule in _EVERY.items():
        if key in names:
            yield names[key], rule


def _is_asked_about(value: Object) -> bool:
    group, _, version = str(value["apiVersion"]).rpartition("/")
    rule = _EVERY.get((group, plural(str(value["kind"]))))
    return rule is not None and version in rule.versions


def test_every_faulty_example_that_the_server_accepts_reaches_gpulint(open_client: Client) -> None:
    """What CEL keeps out is never judged, so it must keep out nothing that a rule speaks of."""
    judge, expected, actual = Judge(Policy()), [], []
    for where, value in examples():
        answer = rehearse(open_client, value) if _is_asked_about(value) else None
        if answer is None or answer.status != 201:
            continue
        asked = review(answer.value, namespace="free")
        verdict = judge.verdict(read_review(asked), enforce=False)
        if verdict.answer.warnings:
            expected.append((where, rule_ids(verdict.answer.warnings)))
            actual.append((where, rule_ids(answer.warnings)))
    missed = [here for here, got in zip(expected, actual, strict=True) if here != got]
    assert [each for each in missed if each[1] != _WITHOUT_PODS] == []


@pytest.mark.parametrize("kind", _HIDDEN)
def test_what_cel_cannot_look_into_is_asked_about_and_never_refused(
    open_client: Client, hook: Served, kind: str
) -> None:
    """CEL cannot tell whether it concerns us; so an outage must not be able to refuse it."""
    api_version, name = kind.split()
    value = {"apiVersion": api_version, "kind": name, "metadata": {}, "spec": _HIDDEN[kind]}
    before = _asked(hook)
    answer = rehearse(open_client, value, "enforced")
    asked = {each: count - before[each] for each, count in _asked(hook).items()}
    assert (asked, answer.status) == ({"warn": 1, "deny": 0}, 201), answer.message


def _asked(served: Served) -> dict[str, float]:
    """Reviews answered so far, by hook."""
    found = {"warn": 0.0, "deny": 0.0}
    for family in served.server.metrics.registry.collect():
        for sample in family.samples:
            if sample.name == "gpulint_reviews_total":
                found[sample.labels["hook"]] += sample.value
    return found
