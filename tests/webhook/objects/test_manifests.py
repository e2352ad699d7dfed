"""What the cluster is given: one truth for the command, the chart and the rules."""

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from gpulint.config.settings import Settings
from gpulint.engine import lint_texts
from gpulint.webhook.cluster.kinds import WATCHED
from gpulint.webhook.objects.block_yaml import to_yaml
from gpulint.webhook.objects.manifests import configuration, manifests, matching
from gpulint.webhook.objects.matching import entries, plural
from gpulint.webhook.objects.policies import policies
from gpulint.webhook.objects.wish import Wish
from gpulint.webhook.policy import Mode, read_policy

_CHART = Path(__file__).resolve().parents[3] / "deploy" / "helm" / "gpulint"
_DIGEST = f"sha256:{'0' * 64}"
_RENEW = "gpulint webhook manifests --matching-only > deploy/helm/gpulint/files/matching.yaml"


@cache
def _rendered(*sets: str) -> str:
    helm = shutil.which("helm")
    if helm is None:
        pytest.skip("helm is not installed")
    where = ["--namespace", "gpulint-system", "--kube-version", "1.34.0"]
    options = [word for each in sets for word in ("--set", each)]
    command = [helm, "template", "gpulint", str(_CHART), *where, *options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _by_kind(objects: Any) -> dict[tuple[str, str], Any]:
    return {(each["kind"], each["metadata"]["name"]): each for each in objects if each}


def test_yaml_is_read_back_as_it_was() -> None:
    """The writer is our own."""
    value = {"a": ["", "y", "1e3", "a: b", "x\ny", None, True, 5, {}, []], "on": {"é": [{"b": 1}]}}
    assert [value, value] == list(yaml.safe_load_all(to_yaml([value, value])))


def test_the_charts_conditions_are_those_of_the_command() -> None:
    """They are made from the catalogue; renew them with the command at the head of the file."""
    text = (_CHART / "files" / "matching.yaml").read_text("utf-8")
    expected = f"# renewed by: {_RENEW}\n{to_yaml([matching()])}"
    assert expected == text, f"run `{_RENEW}`, below a line `# renewed by: …`"


def test_the_chart_renders_the_webhooks_of_the_command() -> None:
    """Two ways to install must not differ in what they watch."""
    chart = _by_kind(yaml.safe_load_all(_rendered("deny.enabled=true")))
    actual = {
        hook: chart["ValidatingWebhookConfiguration", f"gpulint-{hook}"]["webhooks"]
        for hook in ("warn", "deny")
    }
    expected = {hook: configuration(hook, Wish())["webhooks"] for hook in ("warn", "deny")}
    assert expected == actual


def test_the_chart_runs_the_pod_of_the_command() -> None:
    """The same hardening, probes and files."""

    def container(objects: Any) -> Any:
        spec = _by_kind(objects)["Deployment", "gpulint"]["spec"]["template"]["spec"]
        found = {k: v for k, v in spec["containers"][0].items() if k != "imagePullPolicy"}
        account = spec["automountServiceAccountToken"]
        return found, spec["securityContext"], account, spec["volumes"]

    assert container(manifests(Wish())) == container(yaml.safe_load_all(_rendered()))


@pytest.mark.parametrize("live", [False, True])
def test_live_facts_need_the_same_in_the_chart_and_the_command(live: bool) -> None:
    """A right that one way forgets leaves its rules silent; one too many is a gift."""

    def wanted(objects: Any) -> Any:
        found = _by_kind(objects)
        role = found.get(("ClusterRole", "gpulint-facts"), {})
        binding = found.get(("ClusterRoleBinding", "gpulint-facts"), {})
        pod = found["Deployment", "gpulint"]["spec"]["template"]["spec"]
        (container,) = pod["containers"]
        return (
            role.get("rules"),
            binding.get("roleRef"),
            binding.get("subjects"),
            pod["automountServiceAccountToken"],
            container["args"],
            container["resources"],
            found["NetworkPolicy", "gpulint"]["spec"]["egress"],
        )

    chart = yaml.safe_load_all(_rendered(f"facts.live={str(live).lower()}"))
    assert wanted(manifests(Wish(facts=live))) == wanted(chart)


def test_live_facts_may_be_read_and_nothing_else() -> None:
    """The server sees what every user of the cluster may create; it must not see their secrets."""
    found = _by_kind(manifests(Wish(facts=True)))
    rules = found["ClusterRole", "gpulint-facts"]["rules"]
    rights = {
        f"{verb} {resource}.{rule['apiGroups'][0]}".rstrip(".")
        for rule in rules
        for resource in rule["resources"]
        for verb in rule["verbs"]
    }
    expected = {f"{verb} {kind.argument}" for kind in WATCHED for verb in ("get", "list", "watch")}
    assert expected == rights


def test_without_live_facts_nothing_of_the_api_is_open() -> None:
    """That is the default, and what a review of the installation looks for."""
    found = _by_kind(manifests(Wish()))
    pod = found["Deployment", "gpulint"]["spec"]["template"]["spec"]
    egress = found["NetworkPolicy", "gpulint"]["spec"]["egress"]
    roles = [kind for kind, _ in found if "Role" in kind]
    assert (roles, pod["automountServiceAccountToken"], egress) == ([], False, [])


def test_helm_lints_the_chart() -> None:
    """With warnings as errors."""
    helm = shutil.which("helm")
    if helm is None:
        pytest.skip("helm is not installed")
    found = subprocess.run(
        [helm, "lint", "--strict", str(_CHART)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("certificate.certManager=false", "at '/certificate/secretName'"),
        ("certificate.mode=own,warn.enabled=false", "set warn.enabled or deny.enabled"),
        ("certificate.caBundle=-----BEGIN CERTIFICATE-----", "at '/certificate/caBundle'"),
        ("certificate.schedule=every monday at noon", "at '/certificate/schedule'"),
        ("certificate.secretName=A_b", "at '/certificate/secretName'"),
        ("config.no-suppress-in-selector=env=prod", "with facts.live=true alone; set it"),
        ("excludedNamespaces=null", "at '': missing property 'excludedNamespaces'"),
        ("facts=null", "at '': missing property 'facts'"),
        ("image.repository=a b", "at '/image/repository'"),
        ("networkPolicy.apiServerPorts=null", "missing property 'apiServerPorts'"),
        ("podAnnotations.a=1", "at '/podAnnotations/a': got number, want string"),
        ("replica=3", "additional properties 'replica' not allowed"),
        ("resources.limits=none", "at '/resources/limits': got string, want object"),
        ("tolerations[0]=x", "at '/tolerations/0': got string, want object"),
    ],
)
def test_the_chart_refuses_values_that_cannot_work(value: str, expected: str) -> None:
    """In words about the value, not about a template or from the API server; an egress without
    ports would open all."""
    with pytest.raises(subprocess.CalledProcessError) as caught:
        _rendered(value)
    assert expected in caught.value.stderr


def test_a_plain_off_reaches_the_policy() -> None:
    """Without quotes `off` is false to YAML, and the policy file takes it so."""
    found = _by_kind(yaml.safe_load_all(_rendered("config.modes[0].mode=false")))
    text = found["ConfigMap", "gpulint"]["data"]["webhook.yaml"]
    actual = [entry.mode for entry in read_policy("webhook.yaml", text.encode()).modes]
    assert actual == [Mode.OFF]


@pytest.mark.parametrize(
    ("tag", "digest", "expected"),
    [
        ("", "", ":0.1.0"),
        ("v7", "", ":v7"),
        ("", _DIGEST, f"@{_DIGEST}"),
        ("v7", _DIGEST, f":v7@{_DIGEST}"),
    ],
)
def test_an_image_is_named_by_tag_or_digest(tag: str, digest: str, expected: str) -> None:
    """Where policies demand a digest, no tag of the chart's own may stand in its place."""
    text = _rendered(f"image.tag={tag}", f"image.digest={digest}", "certificate.mode=own")
    images = set(re.findall(r'image: "registry.example.com/gpulint(.*)"', text))
    assert {expected} == images


@pytest.mark.parametrize("source", ["command", "policies", "chart"])
def test_gpulint_finds_nothing_in_what_it_writes(source: str) -> None:
    """Its own manifests are judged like everybody's."""
    texts = {
        "command": lambda: to_yaml(manifests(Wish(facts=True))),
        "policies": lambda: to_yaml(policies()),
        "chart": lambda: _rendered(
            "deny.enabled=true", "serviceMonitor.enabled=true", "facts.live=true"
        ),
    }
    report = lint_texts({"own.yaml": texts[source]().encode()}, Settings())
    assert (*report.active, *report.failures) == ()


def test_only_what_mentions_an_accelerator_can_be_refused() -> None:
    """So an outage of gpulint cannot block anything else."""
    webhooks = configuration("deny", Wish())["webhooks"]
    actual = {
        each["name"]
        for each in webhooks
        if each["failurePolicy"] == "Fail"
        and "mentions-accelerator" not in {c["name"] for c in each["matchConditions"]}
    }
    assert set() == actual


def test_configurations_stay_far_below_what_etcd_stores() -> None:
    """1.5 MiB an object; kubectl's own annotation of what was applied takes 256 KiB."""
    sizes = [len(json.dumps(configuration(hook, Wish()))) for hook in ("warn", "deny")]
    assert [each < 200_000 for each in sizes] == [True, True]


def test_names_are_unique_and_have_three_labels() -> None:
    """The API server refuses others."""
    names = [each["name"] for each in configuration("warn", Wish())["webhooks"]]
    assert (len(names), True) == (len(set(names)), all(each.count(".") >= 2 for each in names))


def test_conditions_hold_no_backslash() -> None:
    """CEL's texts would eat it."""
    texts = [text for each in entries() for _, text in each.conditions]
    assert [text for text in texts if "\\" in text] == []


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("Pod", "pods"),
        ("RayService", "rayservices"),
        ("Topology", "topologies"),
        ("PriorityClass", "priorityclasses"),
        ("ElasticQuota", "elasticquotas"),
        ("ClusterPolicy", "clusterpolicies"),
        ("LLMInferenceService", "llminferenceservices"),
    ],
)
def test_resources_are_named_as_the_api_names_them(kind: str, expected: str) -> None:
    """A rule with a wrong plural matches nothing, in silence."""
    assert expected == plural(kind)
