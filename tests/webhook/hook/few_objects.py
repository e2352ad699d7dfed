"""An API server for a Secret and two configurations, with versions and rights."""

import base64
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

from gpulint.webhook.certificates.rotation import CHANGED, Secret, State
from gpulint.webhook.certificates.store import Place

PLACE = Place("gpulint-system", "gpulint-tls", ("gpulint-warn", "gpulint-deny"))
SECRETS = "/api/v1/namespaces/gpulint-system/secrets"
SECRET = f"{SECRETS}/gpulint-tls"
CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations"


class Reply(NamedTuple):
    """What the client gets."""

    status: int
    body: bytes


class FewObjects:
    """Objects by path. before: called with the number of each request, from 0, before it is answered.

    refused: status by method and path, for rights that are missing.
    """

    def __init__(self) -> None:
        self.objects: dict[str, Any] = {}
        self.refused: dict[tuple[str, str], int] = {}
        self.written: list[str] = []
        self.before: Callable[[int], object] = lambda number: None
        self._requests = self._version = 0

    def request(self, method: str, path: str, body: bytes | None = None) -> Reply:
        """Answer as the API server does."""
        number = self._requests
        self._requests += 1
        self.before(number)
        where, _, query = path.partition("?")
        status = self.refused.get((method, where))
        if status:
            return _status(status, "no")
        if method == "GET":
            found = self.objects.get(where)
            return Reply(200, json.dumps(found).encode()) if found else _status(404, "not found")
        assert query == "fieldManager=gpulint-certificates"
        value = json.loads(body or b"")
        if method == "POST":
            where = f"{where}/{value['metadata']['name']}"
            if where in self.objects:
                return _status(409, "already exists")
        elif where not in self.objects:
            return _status(404, "not found")
        elif _version(value) != _version(self.objects[where]):
            return _status(409, "the object has been modified")
        self.written.append(f"{method} {where.rsplit('/', 1)[1]}")
        self.put(where, value)
        return Reply(201 if method == "POST" else 200, json.dumps(value).encode())

    def put(self, path: str, value: Any) -> None:
        """Store an object under a new version."""
        self._version += 1
        value = {**value, "metadata": {**value["metadata"], "resourceVersion": str(self._version)}}
        self.objects[path] = value


def holding(state: State, **notes: str) -> FewObjects:
    """An API server that holds a state. notes: more annotations of the Secret."""
    api = FewObjects()
    for name, entries in state.bundles.items():
        webhooks = [
            {"name": f"{number}.example", "clientConfig": _client(pem), "timeoutSeconds": 3}
            for number, pem in enumerate(entries)
        ]
        api.put(f"{CONFIGURATIONS}/{name}", {"metadata": {"name": name}, "webhooks": webhooks})
    annotations = notes | ({CHANGED: state.secret.changed} if state.secret.changed else {})
    data = {name: base64.b64encode(each).decode() for name, each in state.secret.data.items()}
    value = {
        "kind": "Secret",
        "type": "kubernetes.io/tls",
        "metadata": {"annotations": annotations},
    }
    api.put(SECRET, value | ({"data": data} if data else {}))
    return api


def held_by(api: FewObjects) -> State:
    """The state that an API server holds."""
    value = api.objects[SECRET]
    data = {name: base64.b64decode(text) for name, text in value.get("data", {}).items()}
    changed = value["metadata"].get("annotations", {}).get(CHANGED, "")
    bundles = {
        path.rsplit("/", 1)[1]: tuple(
            base64.b64decode(each["clientConfig"].get("caBundle", "")) for each in one["webhooks"]
        )
        for path, one in api.objects.items()
        if path.startswith(CONFIGURATIONS)
    }
    return State(Secret(data, changed), bundles)


def _client(pem: bytes) -> dict[str, object]:
    service: dict[str, object] = {"service": {"name": "gpulint"}}
    return service | ({"caBundle": base64.b64encode(pem).decode()} if pem else {})


def _version(value: Any) -> str:
    return str(value["metadata"].get("resourceVersion"))


def _status(status: int, message: str) -> Reply:
    text = {"kind": "Status", "message": f"{HTTPStatus(status).phrase}: {message}"}
    return Reply(status, json.dumps(text).encode())
