"""A cluster in which gpulint's own Jobs keep the certificate, and the command that they run."""

import base64
import json
import subprocess
import sys
from typing import Any

from gpulint.webhook.certificates.pairs import authorities_in
from gpulint.webhook.objects.manifests import manifests
from gpulint.webhook.objects.wish import Wish
from plane.client import PATCH
from plane.servers import Servers

OWN = Wish(certificates="own")
SPACE = OWN.namespace
SECRET = f"/api/v1/namespaces/{SPACE}/secrets/gpulint-tls"
CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations"
HOOKS = ("gpulint-warn", "gpulint-deny")


class Cluster:
    """One control plane with all objects of `webhook manifests --certificates own`."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self.client = servers.client()

    def rotation(self, *more: str, user: str = "gpulint-certificates") -> list[str]:
        """The command of the CronJob, run from outside by its account."""
        job: Any = next(each for each in manifests(OWN) if each["kind"] == "CronJob")
        pod = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        config = self.servers.kubeconfig(user, self._token(user))
        own = ["--name=127.0.0.1", "--settle=2", f"--kubeconfig={config}"]
        return [sys.executable, "-m", "gpulint", *pod["containers"][0]["args"], *own, *more]

    def rotate(self, *more: str, user: str = "gpulint-certificates") -> tuple[int, list[str]]:
        """Run the command to its end; gives its code and what it said."""
        done = subprocess.run(
            self.rotation(*more, user=user), capture_output=True, text=True, check=False
        )
        return done.returncode, (done.stdout + done.stderr).splitlines()

    def secret(self) -> dict[str, bytes]:
        """The Secret's keys."""
        value: Any = self.client.request("GET", SECRET).value
        return {name: base64.b64decode(text) for name, text in (value.get("data") or {}).items()}

    def bundles(self) -> set[frozenset[bytes]]:
        """What the webhooks of both configurations trust; one entry when they agree."""
        found = set()
        for name in HOOKS:
            value: Any = self.client.request("GET", f"{CONFIGURATIONS}/{name}").value
            for each in value["webhooks"]:
                bundle = base64.b64decode(each["clientConfig"].get("caBundle", ""))
                found.add(frozenset(authorities_in(bundle)))
        return found

    def versions(self) -> list[object]:
        """What changes with every write."""
        paths = (SECRET, *(f"{CONFIGURATIONS}/{name}" for name in HOOKS))
        values: Any = [self.client.request("GET", path).value for path in paths]
        return [each["metadata"]["resourceVersion"] for each in values]

    def make_older(self) -> None:
        """Let the change of the authority lie two days back."""
        note = {
            "metadata": {"annotations": {"gpulint.io/authority-changed": "2026-01-01T00:00:00Z"}}
        }
        answer = self.client.request("PATCH", SECRET, json.dumps(note).encode(), PATCH)
        assert answer.accepted, answer.message

    def _token(self, user: str) -> str:
        path = f"/api/v1/namespaces/{SPACE}/serviceaccounts/{user}/token"
        answer: Any = self.client.request("POST", path, b'{"spec": {"expirationSeconds": 3600}}')
        assert answer.accepted, answer.message
        return str(answer.value["status"]["token"])
