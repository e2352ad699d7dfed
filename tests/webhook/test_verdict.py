"""What is refused, warned of or let pass, and in which words."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest
from hook.reviews import Object, pod, review

from gpulint.engine import Known
from gpulint.model.resource import Resource
from gpulint.webhook.document import document_of
from gpulint.webhook.policy import Policy, read_policy
from gpulint.webhook.review import ReviewError, read_review
from gpulint.webhook.verdict import Judge, Verdict, beside

_JUDGE = Judge(Policy())
_NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "a"},
    "status": {"allocatable": {"cpu": "64", "nvidia.com/gpu": "8"}},
}
_CLASS = {
    "apiVersion": "scheduling.k8s.io/v1",
    "kind": "PriorityClass",
    "metadata": {"name": "low"},
    "value": 5,
}
_CONTROLLER = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "a", "controller": True}


def _verdict(body: bytes, judge: Judge = _JUDGE, enforce: bool = True) -> Verdict:
    return judge.verdict(read_review(body), enforce=enforce)


def _with(text: str) -> Judge:
    return Judge(read_policy("webhook.yaml", text.encode()))


class _Cluster(NamedTuple):
    """What is known at the moment of a review."""

    facts: Known = Known()
    labels: Mapping[str, Mapping[str, str]] = {}

    def snapshot(self) -> Known:
        return self.facts

    def labels_of(self, namespace: str) -> Mapping[str, str] | None:
        return self.labels.get(namespace)


def _facts(*values: Object) -> Known:
    found = [Resource(document_of(each), each, from_facts=True) for each in values]
    return Known.of(found, {each.kind for each in found})


def _amid(cluster: _Cluster, text: str = "") -> Judge:
    return Judge(read_policy("webhook.yaml", text.encode()), cluster=cluster)


def _ranked(name: str = "high", gpus: object = 1) -> Object:
    """A Pod of a priority that the cluster does not have."""
    value = pod(gpus)
    value["spec"]["priorityClassName"] = name
    return value


def test_a_rule_that_needs_facts_speaks_with_them_alone() -> None:
    """What is not known is never wrong."""
    value = pod(16)
    value["spec"]["containers"][0]["resources"] = {"limits": {"nvidia.com/gpu": 16}}
    known, unknown = _amid(_Cluster(_facts(_NODE))), _amid(_Cluster())
    found = [_verdict(review(value), judge).findings for judge in (known, unknown)]
    assert [[each.id for each in findings] for findings in found] == [["GPU334"], []]


def test_what_rests_on_live_facts_is_refused_by_an_entry_alone() -> None:
    """A cache may be a moment behind, and the class may just have been made."""
    cluster = _Cluster(_facts(_CLASS))
    texts = (
        "",
        "modes: [{rules: [GPU601], mode: deny}]",
        "modes: [{rules: [GPU601], mode: audit}]",
    )
    found = [_verdict(review(_ranked()), _amid(cluster, text)).decision for text in texts]
    assert found == ["warned", "denied", "allowed"]


def test_what_stands_without_facts_is_refused_beside_them() -> None:
    """Live facts make no rule milder."""
    found = _verdict(review(_ranked(gpus=2)), _amid(_Cluster(_facts(_CLASS))))
    expected = {"denied": "GPU101=error", "rules": "GPU101=error,GPU601=error"}
    assert (found.decision, dict(found.answer.audit)) == ("denied", expected)


@pytest.mark.parametrize(
    ("name", "expected"), [("low", ["Node/a"]), ("other", ["Node/a", "PriorityClass/low"])]
)
def test_an_object_is_not_judged_beside_its_own_past(name: str, expected: list[str]) -> None:
    """What is stored of it is about to be replaced, and would count twice."""
    known = _facts(_NODE, _CLASS)
    found = beside(known, {**_CLASS, "value": 7, "metadata": {"name": name}})
    labels = [each.label for each in found.manifests.resources]
    assert (labels, found.covers) == (expected, known.covers)


def test_an_update_is_not_refused_for_a_class_that_has_gone() -> None:
    """The workload had the fault before, if only since this morning."""
    judge = _amid(_Cluster(_facts(_CLASS)), "modes: [{rules: [GPU601], mode: deny}]")
    same = _verdict(review(_ranked(), _ranked()), judge)
    worse = _verdict(review(_ranked(), _ranked("low")), judge)
    assert (same.decision, worse.decision) == ("warned", "denied")


@pytest.mark.parametrize(
    ("labels", "decision"),
    [({"ml": {"env": "prod"}}, "denied"), ({"ml": {"env": "dev"}}, "allowed"), ({}, "warned")],
)
def test_labels_of_the_namespace_decide_whether_annotations_count(
    labels: Mapping[str, Mapping[str, str]], decision: str
) -> None:
    """While they are not known nobody is refused, and nothing is hidden."""
    judge = _amid(_Cluster(labels=labels), "no-suppress-in-selector: env=prod")
    body = review(pod(2, annotations={"gpulint.io/ignore": "GPU101"}))
    assert _verdict(body, judge).decision == decision


@pytest.mark.parametrize(
    ("selector", "decision"),
    [
        ("kubernetes.io/metadata.name in (ml, other)", "denied"),
        ("kubernetes.io/metadata.name=other", "allowed"),
        ("kubernetes.io/metadata.name!=other,env=prod", "warned"),
    ],
)
def test_the_name_of_a_namespace_is_known_without_the_cluster(selector: str, decision: str) -> None:
    """The API server writes it as a label."""
    judge = _with(f"no-suppress-in-selector: {selector}")
    body = review(pod(2, annotations={"gpulint.io/ignore": "GPU101"}))
    assert _verdict(body, judge).decision == decision


def test_a_clean_object_is_allowed_without_a_word() -> None:
    """Noise teaches people not to read."""
    found = _verdict(review(pod(1)))
    assert (
        found.decision,
        found.answer.denial,
        found.answer.warnings,
        found.answer.audit,
    ) == ("allowed", None, (), {})


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"operation": "DELETE"}, "operation DELETE"),
        ({"operation": "CONNECT"}, "operation CONNECT"),
        ({"subResource": "scale"}, "subresource scale"),
        ({"subResource": "status"}, "subresource status"),
        ({"subResource": "ephemeralcontainers"}, "subresource ephemeralcontainers"),
    ],
)
def test_what_cannot_change_gpus_passes(request_: dict[str, Any], expected: str) -> None:
    """A refusal there would keep a controller from its work."""
    found = _verdict(review(pod(2), **request_))
    assert ("passed", expected) == (found.decision, found.why)


def test_an_owned_object_passes() -> None:
    """Its workload was judged, and a warning would reach only the controller."""
    found = _verdict(review(pod(2, ownerReferences=[_CONTROLLER])))
    assert (found.decision, found.why) == ("passed", "owned by a controller")


def test_an_owner_that_is_no_controller_changes_nothing() -> None:
    """Such a reference only ties lifetimes together."""
    owner = {**_CONTROLLER, "controller": False}
    assert _verdict(review(pod(2, ownerReferences=[owner]))).decision == "denied"


def test_a_dry_run_is_judged_alike() -> None:
    """It is how people ask beforehand."""
    assert _verdict(review(pod(2), dryRun=True)).decision == "denied"


def test_an_update_is_refused_only_for_what_it_adds() -> None:
    """An old fault must not keep labels and finalizers from being changed."""
    same = _verdict(review(pod(2), pod(3)))
    worse = _verdict(review(pod(2), pod(1)))
    assert (same.decision, worse.decision) == ("warned", "denied")


def test_an_unreadable_old_object_refuses_nothing() -> None:
    """What is not known to be new must not be refused."""
    assert _verdict(review(pod(2), "odd")).decision == "warned"


def test_an_annotation_silences_and_is_noted_for_the_audit() -> None:
    """The same suppression as in a file, and somebody may ask who used it."""
    found = _verdict(review(pod(2, annotations={"gpulint.io/ignore": "GPU101"})))
    assert (found.decision, found.answer.audit) == ("allowed", {"suppressed": "GPU101=error"})


def test_annotations_count_for_nothing_where_it_is_forbidden() -> None:
    """A platform team may keep the key to some namespaces."""
    judge = _with("no-suppress-in: [ml]")
    body = review(pod(2, annotations={"gpulint.io/ignore": "GPU101"}))
    assert _verdict(body, judge).decision == "denied"


@pytest.mark.parametrize(
    ("mode", "decision", "audit"),
    [
        ("off", "allowed", {}),
        ("audit", "allowed", {"rules": "GPU101=error"}),
        ("warn", "warned", {"rules": "GPU101=error"}),
        ("deny", "denied", {"rules": "GPU101=error", "denied": "GPU101=error"}),
    ],
)
def test_modes_decide_by_rule_and_namespace(
    mode: str, decision: str, audit: dict[str, str]
) -> None:
    """A rule is rolled out step by step."""
    judge = _with(f"modes: [{{rules: [GPU1], namespaces: ['m*'], mode: {mode}}}]")
    found = _verdict(review(pod(2)), judge)
    elsewhere = _verdict(review(pod(2, namespace="b"), namespace="b"), judge)
    expected = (decision, audit, "denied")
    assert expected == (found.decision, dict(found.answer.audit), elsewhere.decision)


def test_a_denial_tells_rule_field_cure_and_way_around() -> None:
    """It is all that the refused person sees."""
    denial = _verdict(review(pod(2))).answer.denial
    expected = (
        "GPU101 device-request-differs-from-limit at "
        'spec.containers[0].resources.requests["nvidia.com/gpu"]: container "train" requests 2 '
        "nvidia.com/gpu but limits it to 1; the two must be equal, and limits alone are enough. "
        "Remove the line under requests, or make it equal to the one under limits. "
        "If this is meant, annotate the object with gpulint.io/ignore: GPU101 and "
        "gpulint.io/ignore-reason: why"
    )
    assert expected == denial


@pytest.mark.parametrize(
    ("policy", "annotation", "expected"),
    [
        (
            "modes: []",
            "GPU101;GPU102",
            "gpulint.io/ignore: GPU101;GPU102 does not cover it; write GPU101, ",
        ),
        (
            "modes: []",
            "GPU101 until=2020-01-31",
            "until=2020-01-31 does not cover it; write GPU101, ",
        ),
        (
            "modes: []",
            "x" * 200,
            f"gpulint.io/ignore: {'x' * 79}… does not cover it; write GPU101, ",
        ),
        ("no-suppress-in: [ml]", "GPU101", "gpulint.io/ignore silences nothing in this namespace."),
        ("no-suppress-in: [ml]", "", "gpulint.io/ignore silences nothing in this namespace."),
    ],
)
def test_a_denial_tells_why_an_annotation_does_not_help(
    policy: str, annotation: str, expected: str
) -> None:
    """Advice to write what is written already, or to write it where it counts for nothing, is none."""
    judge = Judge(read_policy("a.yaml", policy.encode()), lambda: "2026-11-30")
    annotations = {"gpulint.io/ignore": annotation} if annotation else {}
    denial = _verdict(review(pod(2, annotations=annotations)), judge).answer.denial or ""
    assert (expected in denial, "If this is meant" in denial) == (True, False), denial


def test_many_findings_are_cut_to_what_the_api_server_carries() -> None:
    """Above 4,096 characters it cuts and drops by itself, in silence."""
    value = pod(2)
    container = value["spec"]["containers"][0]
    value["spec"]["containers"] = [{**container, "name": f"c{n}\n"} for n in range(40)]
    found = _verdict(review(value))
    warned = _verdict(review(value), enforce=False).answer.warnings
    sizes = (len(warned), max(map(len, warned)) <= 200, sum(map(len, warned)) <= 4096)
    clean = all(each.isprintable() for each in (*warned, found.answer.denial or ""))
    expected = ((21, True, True), True, "gpulint: 20 more, shown by `gpulint check`", True)
    assert expected == (sizes, clean, warned[-1], len(found.answer.denial or "") < 2000)


def test_a_long_warning_keeps_the_end_of_its_message() -> None:
    """There stands what was meant; the field is known by its last steps."""
    value = pod(1)
    amounts = {"limits": {"nvidia.com/mig-9g.90gb": 1}}
    value["spec"]["containers"][0]["resources"] = amounts
    expected = (
        'gpulint GPU201 error: ….limits["nvidia.com/mig-9g.90gb"]: container "train" '
        "asks for nvidia.com/mig-9g.90gb, a name that the device plugin gives to no MIG slice; "
        "did you mean nvidia.com/mig-3g.90gb?",
    )
    assert expected == _verdict(review(value), enforce=False).answer.warnings


@pytest.mark.parametrize(
    "body",
    [b"", b"nul", b"{}", review(pod(1), uid=""), review(pod(1), uid=5), review(pod(1))[:-5]],
)
def test_what_is_no_review_is_said_to_be_none(body: bytes) -> None:
    """There is no uid to answer to."""
    with pytest.raises(ReviewError) as caught:
        read_review(body)
    assert str(caught.value)


@pytest.mark.parametrize("name", ["uid", "kind", "namespace", "name", "operation", "subResource"])
def test_a_name_that_no_api_server_sends_is_refused(name: str) -> None:
    """Names are kept in metrics and written to the log: megabytes of them would fill both."""
    long = "x" * 1_025
    asked = {name: {"kind": long} if name == "kind" else long}
    with pytest.raises(ReviewError) as caught:
        read_review(review(pod(1), **asked))
    assert f"request.{name} has more than 1024 characters" == str(caught.value)


def test_the_namespace_of_the_request_counts() -> None:
    """An object may leave it out, as kubectl gives it in the URL."""
    value = pod(1)
    del value["metadata"]["namespace"]
    found = read_review(review(value)).new_object() or {}
    assert found["metadata"] == {"name": "train", "namespace": "ml"}


def test_parts_that_no_rule_reads_are_left_out() -> None:
    """They are the larger half of a stored object."""
    applied = "kubectl.kubernetes.io/last-applied-configuration"
    value = pod(1, managedFields=[{}], annotations={applied: json.dumps(pod(2)), "a": "b"})
    found = read_review(review(value)).new_object() or {}
    assert found["metadata"] == {"name": "train", "namespace": "ml", "annotations": {"a": "b"}}


@pytest.mark.parametrize(
    "written",
    [
        pytest.param([], id="empty"),
        pytest.param([{}], id="one"),
        pytest.param(
            [{"manager": "a", "fieldsV1": {"f:spec": {'k:{"name":"a"}': {".": {}}}}}], id="usual"
        ),
        pytest.param([{"manager": 'a}],"spec":{},"x":"'}], id="an end inside a text"),
        pytest.param(
            [{"fieldsV1": {"f:a": [{"b": 1}]}}, {"manager": "b"}], id="an end inside a list"
        ),
        pytest.param(["a", {"b": [[{}]]}], id="no entry"),
        pytest.param({"a": [{}]}, id="no list"),
    ],
)
def test_the_fields_owners_are_left_out_and_nothing_else(written: object) -> None:
    """They are cut out of the bytes before they are read; no spec may go with them."""
    note = '{"metadata":{"managedFields":[{"manager":"x"}]}}'
    value = pod(1, annotations={"note": note}) | {"z": [{"managedFields": [{"a": 1}], "b": [{}]}]}
    expected = {**value, "metadata": {**value["metadata"], "namespace": "ml"}}
    value = {**value, "metadata": {**value["metadata"], "managedFields": written}}
    body = json.dumps(json.loads(review(value)), separators=(",", ":")).encode()
    actual = read_review(body).new_object()
    if not (isinstance(written, list) and written and isinstance(written[0], dict)):
        expected["z"] = [
            {"managedFields": [], "b": [{}]}
        ]  # the next such list goes, which no rule reads
    assert expected == actual


def test_a_fault_that_has_only_moved_is_not_new() -> None:
    """A container that is put before the faulty one does not make the object worse."""
    before, after = pod(2), pod(2)
    after["spec"]["containers"].insert(0, {"name": "log", "image": "registry.example/log:1"})
    worse = pod(2)
    worse["spec"]["containers"].insert(0, {**before["spec"]["containers"][0], "name": "second"})
    judge = Judge(Policy())
    found = [
        judge.verdict(read_review(review(value, before)), enforce=True).decision
        for value in (after, worse)
    ]
    assert found == ["warned", "denied"]
