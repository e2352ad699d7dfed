"""What keeps the certificate in a cluster: the command and the chart give it the same few rights."""

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
from gpulint.webhook.objects.block_yaml import to_yaml
from gpulint.webhook.objects.manifests import manifests
from gpulint.webhook.objects.rotation import rotation, rotation_jobs
from gpulint.webhook.objects.wish import Wish

_CHART = Path(__file__).resolve().parents[3] / "deploy" / "helm" / "gpulint"
_OWN = Wish(certificates="own")
_BY_CERTIFICATES = {
    "own": ("Secret", "Role", "Job", "CronJob"),
    "cert-manager": ("Issuer", "Certificate"),
    "given": (),
}
_VARYING = {kind for kinds in _BY_CERTIFICATES.values() for kind in kinds}


def _helm(*words: str) -> "subprocess.CompletedProcess[str]":
    helm = shutil.which("helm")
    if helm is None:
        pytest.skip("helm is not installed")
    return subprocess.run([helm, *words], check=True, capture_output=True, text=True)


@cache
def _rendered(*sets: str) -> str:
    where = ["--namespace", "gpulint-system", "--kube-version", "1.34.0"]
    options = [word for each in sets for word in ("--set", each)]
    return _helm("template", "gpulint", str(_CHART), *where, *options).stdout


def _plain(value: Any) -> Any:
    """Without labels, as Helm has more of them, and without what only the chart can choose."""
    if isinstance(value, dict):
        more = ("labels", "matchLabels", "imagePullPolicy")
        return {key: _plain(each) for key, each in value.items() if key not in more}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _kinds(objects: Any) -> list[str]:
    return sorted(each["kind"] for each in objects if each["kind"] in _VARYING)


def test_the_chart_rotates_as_the_command_does() -> None:
    """The same rights, the same hardening, the same way out."""
    rendered = _rendered("certificate.mode=own", "deny.enabled=true")
    chart = {}
    for each in yaml.safe_load_all(rendered):
        if "certificates" in str(each["metadata"].get("labels")):
            # without the release's revision and the digest of the Job
            name = re.sub(r"-1-[0-9a-f]{5}\Z", "", each["metadata"]["name"])
            chart[each["kind"]] = _plain({**each, "metadata": {**each["metadata"], "name": name}})
    objects = (*rotation(_OWN), *rotation_jobs(_OWN))
    expected = {str(each["kind"]): _plain(each) for each in objects}
    assert expected == chart


@pytest.mark.parametrize("made_by", _BY_CERTIFICATES)
def test_the_command_writes_what_makes_the_certificate(made_by: str) -> None:
    """Two ways at once would undo each other's work."""
    wish = Wish(certificates=made_by, authority="QQ==" if made_by == "given" else "")
    expected = sorted(_BY_CERTIFICATES[made_by])
    assert expected == _kinds(manifests(wish))


@pytest.mark.parametrize(
    ("sets", "made_by"),
    [
        ("certificate.mode=own", "own"),
        ("certificate.mode=cert-manager", "cert-manager"),
        ("certificate.certManager=true", "cert-manager"),
        ("certificate.certManager=false,certificate.mode=cert-manager", "cert-manager"),
        ("certificate.certManager=false,certificate.mode=own", "own"),
        ("certificate.mode=given,certificate.secretName=x,certificate.caBundle=QQ==", "given"),
        (
            "certificate.certManager=false,certificate.secretName=x,certificate.caBundle=QQ==",
            "given",
        ),
    ],
)
def test_the_chart_writes_what_makes_the_certificate(sets: str, made_by: str) -> None:
    """Values that were written before there was a mode mean what they meant."""
    expected = sorted(_BY_CERTIFICATES[made_by])
    assert expected == _kinds(yaml.safe_load_all(_rendered(sets)))


def test_the_rotation_leaves_the_bundle_to_the_jobs() -> None:
    """A caBundle in the manifests would undo a change of the authority at every upgrade."""
    rendered = _rendered("certificate.mode=own", "certificate.caBundle=QQ==", "deny.enabled=true")
    told = [
        line for line in (to_yaml(manifests(_OWN)) + rendered).splitlines() if "caBundle" in line
    ]
    assert told == []


def test_the_chart_names_only_the_configurations_that_there_are() -> None:
    """A Job that looks for one that is turned off would fail every day."""
    objects = list(yaml.safe_load_all(_rendered("certificate.mode=own")))
    job = next(each for each in objects if each["kind"] == "CronJob")["spec"]["jobTemplate"]
    arguments = job["spec"]["template"]["spec"]["containers"][0]["args"]
    rights = next(each for each in objects if each["kind"] == "ClusterRole")["rules"]
    named = [each for each in arguments if each.startswith("--configuration")]
    expected = (["--configuration=gpulint-warn"], ["gpulint-warn"])
    assert expected == (named, rights[0]["resourceNames"])


def test_the_server_sees_no_key_of_the_authority() -> None:
    """Who takes over a server must not be able to sign for another one."""
    deployment = next(each for each in manifests(_OWN) if each["kind"] == "Deployment")
    spec: Any = deployment["spec"]
    volumes = spec["template"]["spec"]["volumes"]
    items = [
        each["path"] for volume in volumes for each in volume.get("secret", {}).get("items", ())
    ]
    assert items == ["tls.crt", "tls.key"]


def test_helm_lints_the_chart_with_the_rotation() -> None:
    """With warnings as errors."""
    done = _helm("lint", "--strict", str(_CHART), "--set", "certificate.mode=own")
    assert done.returncode == 0


@pytest.mark.parametrize("source", ["command", "chart"])
def test_gpulint_finds_nothing_in_the_rotation(source: str) -> None:
    """Its own manifests are judged like everybody's."""
    text = to_yaml(manifests(_OWN)) if source == "command" else _rendered("certificate.mode=own")
    report = lint_texts({"own.yaml": text.encode()}, Settings())
    assert (*report.active, *report.failures) == ()


def test_a_long_release_name_leaves_room_for_the_jobs() -> None:
    """Helm lets a name have 53 characters, Kubernetes that of a CronJob 52 and of a Job 63."""
    where = ["--kube-version", "1.34.0", "--set", "certificate.mode=own"]
    rendered = _helm("template", "a" * 53, str(_CHART), *where).stdout
    jobs = ("CronJob", "Job")
    names = {
        each["kind"]: each["metadata"]["name"]
        for each in yaml.safe_load_all(rendered)
        if each and each["kind"] in jobs
    }
    name = f"{'a' * 39}-certificates"
    told = re.fullmatch(f"{name}-1-[0-9a-f]{{5}}", names["Job"]) is not None
    assert (name, True) == (names["CronJob"], told)


def test_another_job_has_another_name() -> None:
    """Tools that only render call every release the first, and a Job cannot be changed."""
    where = ["--kube-version", "1.34.0", "--set", "certificate.mode=own"]
    texts = [
        _helm("template", "a", str(_CHART), *where, "--set", f"image.tag={tag}").stdout
        for tag in ("one", "one", "two")
    ]
    names = [re.findall(r"name: (a-gpulint-certificates-1-\w+)", text) for text in texts]
    assert [len(each) for each in names] == [1, 1, 1]
    assert (names[0] == names[1], names[0] == names[2]) == (True, False)
