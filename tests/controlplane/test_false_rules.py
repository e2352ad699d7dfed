"""The harness itself: a rule that lies is caught, in each way in which a rule can lie."""

from dataclasses import replace

import pytest
from plane.stage import Theatre
from plane.trial import try_rule

from gpulint.rulebook.home import installed_home
from gpulint.rulebook.load import rule as find_rule
from gpulint.rulebook.proof import Proof
from gpulint.rulebook.rule_file import RuleFile, read_rule_file

pytestmark = pytest.mark.controlplane


def true_rule(name: str) -> RuleFile:
    """A rule as it stands in rules/."""
    home, found = installed_home(), find_rule(name)
    path = home.rule_path(found.category, found.name)
    return read_rule_file(path, home.shown(path))


def with_proof(name: str, **proof: str) -> RuleFile:
    """A true rule that claims another proof."""
    return replace(true_rule(name), proof=Proof(**proof))


def with_examples(name: str, old: str, new: str, proof: Proof | None = None) -> RuleFile:
    """A true rule with other words in its examples, and perhaps another proof."""
    rule = true_rule(name)
    examples = tuple(replace(e, text=e.text.replace(old, new)) for e in rule.examples)
    return replace(rule, examples=examples, proof=proof or rule.proof)


LIES = {
    "a value that is taken, said to be refused": (
        with_proof("device-count-rounded-up", by="kube-apiserver", outcome="rejected", text="must"),
        "everything is taken, though the rule says that the server refuses it",
    ),
    "a refusal in other words": (
        with_proof("device-count-fraction", by="kube-apiserver", outcome="rejected", text="dear"),
        "Pod/small-model is refused in other words",
    ),
    "a refusal at another field": (
        with_examples(
            "product-label-unknown",
            "image: registry.example.com/ml/server:1",
            "image: [registry.example.com/ml/server:1]",
            Proof("kube-apiserver", "rejected", "cannot unmarshal"),
        ),
        "Pod/server is refused at spec.containers.image",
    ),
    "a value that is stored, said to be dropped": (
        with_proof("device-count-rounded-up", by="kube-apiserver", outcome="pruned", text="field"),
        "Pod/almost-one: even a strict client is not refused",
    ),
    "a value that is stored otherwise": (
        with_proof("device-count-rounded-up", by="kube-apiserver", outcome="accepted", stored="2"),
        "spec.containers[0].resources.limits[\"nvidia.com/gpu\"] is stored as '1'",
    ),
    "a pod that is bound, said to wait": (
        with_proof(
            "product-label-unknown",
            by="kube-scheduler",
            outcome="pending",
            text="didn't match",
            nodes="kind: Node\nmetadata:\n  name: one\n  labels: {nvidia.com/gpu.product: "
            "NVIDIA-H100-SXM5-80GB}\nstatus:\n  allocatable: {nvidia.com/gpu: 8}\n",
        ),
        "bound, though the rule says pending: server to one",
    ),
    "a pod that waits for another reason": (
        with_proof(
            "product-label-unknown", by="kube-scheduler", outcome="pending", text="Insufficient cpu"
        ),
        "server is pending for another reason",
    ),
    "a cure that does not cure": (
        with_examples("device-count-fraction", "nvidia.com/mig-1g.10gb: 1", "nvidia.com/gpu: 1.5"),
        "Pod/small-model is refused",
    ),
    "an outcome that the program cannot show": (
        with_proof("device-count-fraction", by="kube-scheduler", outcome="documented"),
        "kube-scheduler cannot show the outcome documented",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_caught(lie: str, theatre: Theatre) -> None:
    """A proof that cannot fail would prove nothing."""
    rule, expected = LIES[lie]
    told = try_rule(rule, theatre)
    actual = next((each for each in told if expected in each), "; ".join(told))
    assert expected in actual


def test_a_lie_about_kueue_is_caught(kueue_theatre: Theatre) -> None:
    """The same for the program that is not Kubernetes' own."""
    rule = with_proof("kueue-flavor-refused", by="kueue", outcome="rejected", text="too many")
    expected = "ResourceFlavor/a100 is refused in other words"
    told = try_rule(rule, kueue_theatre)
    actual = next((each for each in told if expected in each), "; ".join(told))
    assert expected in actual
