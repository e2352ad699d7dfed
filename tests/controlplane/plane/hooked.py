"""What tests of the webhook share: objects to send, and the configurations that make the server ask."""

import base64
import json
from typing import Any

from hook.served import Served

from gpulint.webhook.objects.manifests import configuration
from gpulint.webhook.objects.wish import Wish
from plane.answer import Answer
from plane.client import Client, wait

Object = dict[str, Any]
CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations"
HOOKS = ("warn", "deny")
PATIENCE = 20.0
# all devices beside one that is allotted: the API server takes it, gpulint warns
WARNED: Object = {
    "resources": {"limits": {"nvidia.com/gpu": 1}},
    "env": [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}],
}
# a slice that no card offers: accepted and pending for ever, an error of high confidence
DENIED: Object = {"resources": {"limits": {"nvidia.com/mig-9g.90gb": 1}}}
_PODS = "/api/v1/namespaces/{}/pods?dryRun=All"


def pod(name: str = "", **spec: object) -> Object:
    """A Pod with one container. spec: of the container."""
    container = {"name": "train", "image": "registry.example/train:1"}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name or "train"},
        "spec": {"containers": [container | spec]},
    }


def deployment(name: str, template: Object) -> Object:
    """A Deployment of a Pod's spec."""
    labels = {"app": name}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name},
        "spec": {
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": template["spec"]},
        },
    }


def create(client: Client, value: Object, namespace: str = "free") -> Answer:
    """Rehearse the creation of a Pod."""
    return client.request("POST", _PODS.format(namespace), json.dumps(value).encode())


def apply(client: Client, value: Object) -> None:
    """Put a configuration in the place of the one of its name."""
    name = value["metadata"]["name"]
    client.delete(f"{CONFIGURATIONS}/{name}")
    answer = client.request("POST", CONFIGURATIONS, json.dumps(value).encode())
    assert answer.accepted, answer.message


def configure(client: Client, wish: Wish) -> None:
    """Both configurations as `webhook manifests` writes them."""
    for name in HOOKS:
        apply(client, configuration(name, wish))


def remove(client: Client) -> None:
    """Take both configurations away."""
    for name in HOOKS:
        client.delete(f"{CONFIGURATIONS}/gpulint-{name}")


def await_hooks(client: Client) -> None:
    """Wait until the API server asks both hooks: its informer is a moment behind."""
    seen = wait(lambda: create(client, pod(**WARNED)).warnings or None, PATIENCE)
    assert seen, "the API server never asked gpulint"
    refused = wait(lambda: not create(client, pod(**DENIED), "enforced").accepted or None, PATIENCE)
    assert refused, "the API server never asked the deny hook"


def await_silence(client: Client) -> None:
    """Wait until the API server asks neither hook."""

    def silent() -> bool | None:
        asked = create(client, pod(**DENIED), "enforced")
        return (asked.accepted and not asked.warnings) or None

    assert wait(silent, PATIENCE), "the API server still asks gpulint"


def wish_of(authority: bytes, port: int) -> Wish:
    """A server on loopback in place of the Service. authority: PEM of what signed its certificate."""
    url = f"https://127.0.0.1:{port}"
    return Wish(authority=base64.b64encode(authority).decode(), url=url)


def wish(served: Served) -> Wish:
    """The wish for a server that runs in a thread."""
    return wish_of(served.authority.cert, served.port)
