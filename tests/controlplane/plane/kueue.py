"""Kueue's controller and webhooks beside a control plane."""

import base64
import json
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

from gpulint.model.resource import mapping, sequence, text
from plane.client import Client, wait
from plane.manifest import read_manifests
from plane.programs import kueue_folder
from plane.servers import Servers, StartError, free_ports

Object = dict[str, object]
_FRAMEWORKS = (
    "batch/job",
    "pod",
    "deployment",
    "ray.io/rayjob",
    "ray.io/raycluster",
    "sparkoperator.k8s.io/sparkapplication",
)
_RESOURCES = ("jobs", "pods", "deployments", "rayjobs", "rayclusters", "sparkapplications")
_GROUP = "kueue.x-k8s.io"
_WEBHOOKS = "/apis/admissionregistration.k8s.io/v1"
_DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"


def start_kueue(servers: Servers) -> None:
    """Install Kueue's kinds, run its manager, and connect its webhooks."""
    client = servers.client()
    folder = servers.folder / "kueue"
    authority = _make_certificate(folder)
    port, health = free_ports(2)
    base = f"https://127.0.0.1:{port}"
    for value in _definitions():
        _add(client, _DEFINITIONS, _converted(value, base, authority))
    if not wait(lambda: _are_served(client), 30):
        raise StartError("Kueue's kinds are not served")
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kueue-system"}}
    _add(client, "/api/v1/namespaces", namespace)
    config = folder / "manager.json"
    config.write_text(json.dumps(_configuration(port, health)), "utf-8")
    servers.run(
        "kueue-manager",
        [
            str(kueue_folder() / "kueue"),
            f"--config={config}",
            f"--kubeconfig={servers.kubeconfig('kueue', 'admin-token')}",
            "--feature-gates=VisibilityOnDemand=false,SparkApplicationIntegration=true",
        ],
        folder,
    )
    if not wait(lambda: _is_ready(health), 60, 0.2):
        raise StartError(f"Kueue did not come up:\n{servers.log('kueue-manager')[-3000:]}")
    for value in _webhooks(base, authority):
        _add(client, f"{_WEBHOOKS}/{str(value['kind']).lower()}s", value)
    if not wait(lambda: _refuses(client), 30, 0.1):
        raise StartError("Kueue's webhooks are not called")


def _make_certificate(folder: Path) -> str:
    """A self-signed pair where the manager looks for it; its certificate is its own authority."""
    serving = folder / "serving"
    metrics = folder / "metrics-certs"
    for path in (serving, metrics):
        path.mkdir(parents=True)
        command = [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30"),
            *("-subj", "/CN=kueue", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(path / "tls.key"), "-out", str(path / "tls.crt")),
        ]
        subprocess.run(command, check=True, capture_output=True)
    return (serving / "tls.crt").read_text("ascii")


def _configuration(port: int, health: int) -> Object:
    return {
        "apiVersion": "config.kueue.x-k8s.io/v1beta2",
        "kind": "Configuration",
        "webhook": {"host": "127.0.0.1", "port": port, "certDir": "serving"},
        "internalCertManagement": {"enable": False},
        "leaderElection": {"leaderElect": False},
        "metrics": {"bindAddress": "0"},
        "health": {"healthProbeBindAddress": f"127.0.0.1:{health}"},
        "integrations": {"frameworks": list(_FRAMEWORKS)},
    }


def _definitions() -> Iterator[Object]:
    folder = kueue_folder() / "config" / "crd" / "bases"
    for path in sorted(folder.iterdir()):
        for manifest in read_manifests({path.name: path.read_bytes()}):
            if manifest.resource is not None:
                yield dict(manifest.resource.value)


def _converted(value: Object, base: str, authority: str) -> Object:
    """With Kueue's own conversion where it has one, as its kustomization says."""
    spec = dict(mapping(value["spec"]))
    patch = f"webhook_in_{mapping(spec['names'])['plural']}.yaml"
    if f"- path: patches/{patch}" in (
        (kueue_folder() / "config") / "crd" / "kustomization.yaml"
    ).read_text("utf-8"):
        client = {"url": f"{base}/convert", "caBundle": _bundle(authority)}
        webhook = {"clientConfig": client, "conversionReviewVersions": ["v1"]}
        spec["conversion"] = {"strategy": "Webhook", "webhook": webhook}
    return {**value, "spec": spec}


def _webhooks(base: str, authority: str) -> Iterator[Object]:
    """The module's configurations, for the kinds that run here, by address instead of service."""
    path = kueue_folder() / "config" / "webhook" / "manifests.yaml"
    for manifest in read_manifests({path.name: path.read_bytes()}):
        if manifest.resource is None:
            continue
        kept = []
        for each in map(mapping, sequence(manifest.resource.get("webhooks"))):
            if _is_wanted(each):
                service = mapping(mapping(each["clientConfig"])["service"])
                client = {"url": f"{base}{service['path']}", "caBundle": _bundle(authority)}
                kept.append({**each, "clientConfig": client})
        yield {**manifest.resource.value, "webhooks": kept}


def _is_wanted(webhook: Mapping[str, object]) -> bool:
    rules = [mapping(each) for each in sequence(webhook.get("rules"))]
    groups = {text(group) for each in rules for group in sequence(each.get("apiGroups"))}
    names = {text(name) for each in rules for name in sequence(each.get("resources"))}
    return _GROUP in groups or any(name.split("/")[0] in _RESOURCES for name in names)


def _bundle(authority: str) -> str:
    return base64.b64encode(authority.encode()).decode()


def _add(client: Client, path: str, value: Mapping[str, object]) -> None:
    answer = client.request("POST", path, json.dumps(value).encode())
    if not answer.accepted:
        raise StartError(f"{value.get('kind')} of Kueue is refused: {answer.message}")


def _are_served(client: Client) -> bool | None:
    """Whether the server has taken up all kinds; before that the manager gives up."""
    items = client.request("GET", _DEFINITIONS).value.get("items")
    for each in map(mapping, sequence(items)):
        names = mapping(mapping(each["spec"]).get("names"))
        if client.kind(f"{_GROUP}/v1beta2", text(names.get("kind"))) is None:
            return None
    return True


def _is_ready(port: int) -> bool | None:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2) as answer:
            return answer.status == 200 or None
    except OSError:
        return None


def _refuses(client: Client) -> bool | None:
    """Whether the webhooks are called: a doubled flavor is theirs to refuse."""
    flavor = {"name": "a", "resources": [{"name": "cpu", "nominalQuota": 1}]}
    group = {"coveredResources": ["cpu"], "flavors": [flavor, flavor]}
    value = {
        "apiVersion": f"{_GROUP}/v1beta2",
        "kind": "ClusterQueue",
        "metadata": {"name": "scout"},
        "spec": {"resourceGroups": [group]},
    }
    path = f"/apis/{_GROUP}/v1beta2/clusterqueues?dryRun=All"
    return not client.request("POST", path, json.dumps(value).encode()).accepted or None
