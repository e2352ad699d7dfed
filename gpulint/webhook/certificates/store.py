"""Where a rotation reads and writes: one Secret, and the caBundles of some configurations."""

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import NamedTuple, Protocol

from gpulint.core.errors import UsageError
from gpulint.webhook.certificates.rotation import CHANGED, Secret, State

_CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations"
_WRITER = "?fieldManager=gpulint-certificates"
Object = dict[str, object]


class Answered(Protocol):
    """What the API server answered, whatever the status."""

    @property
    def status(self) -> int:
        """HTTP status."""

    @property
    def body(self) -> bytes:
        """The object, or a Status that tells what is wrong."""


class Asks(Protocol):
    """What speaks to the API server."""

    def request(self, method: str, path: str, body: bytes | None = None) -> Answered:
        """One request."""


class Conflict(Exception):  # noqa: N818 - a reason to read again, not an error
    """Somebody else has written since the last look."""


class Place(NamedTuple):
    """Which objects: a Secret, and ValidatingWebhookConfigurations by name."""

    namespace: str
    secret: str
    configurations: Sequence[str]


class Store:
    """Reads all, then writes one object as it was read, so that no write of others is undone.

    missing: configurations that did not exist at the last look.
    """

    def __init__(self, client: Asks, place: Place) -> None:
        self._client = client
        self._place = place
        self._secret: Object | None = None
        self._configurations: dict[str, Object] = {}
        self.missing: tuple[str, ...] = ()

    def read(self) -> State:
        """Look at everything. Raises UsageError for what may not be read."""
        # this order lets a stale write be refused, see rotation
        place, found = self._place, {}
        for name in place.configurations:
            what = _Named("validatingwebhookconfigurations", name)
            value = self._get(f"{_CONFIGURATIONS}/{name}", what)
            if value is not None:
                found[name] = value
        self._configurations = found
        self.missing = tuple(each for each in place.configurations if each not in found)
        self._secret = self._get(f"{self._secrets}/{place.secret}", self._named)
        bundles = {name: tuple(map(_bundle, _webhooks(each))) for name, each in found.items()}
        return State(_secret(self._secret), bundles)

    def write_secret(self, secret: Secret) -> None:
        """Write the Secret, or create it. Raises Conflict, UsageError."""
        data = {name: base64.b64encode(each).decode() for name, each in secret.data.items()}
        if self._secret is None:
            metadata: Object = {"name": self._place.secret, "namespace": self._place.namespace}
            value: Object = {"apiVersion": "v1", "kind": "Secret", "type": "Opaque"}
            value |= {"metadata": metadata, "data": data}
            self._send("POST", self._secrets, value, self._named)
            return
        notes = dict(_mapping(_mapping(self._secret, "metadata"), "annotations"))
        notes.pop(CHANGED, None)
        notes |= {CHANGED: secret.changed} if secret.changed else {}
        metadata = {**_mapping(self._secret, "metadata"), "annotations": notes}
        value = {**self._secret, "metadata": metadata, "data": data}
        self._send("PUT", f"{self._secrets}/{self._place.secret}", value, self._named)

    def write_bundle(self, name: str, bundle: bytes) -> None:
        """Give all webhooks of a configuration a caBundle. Raises Conflict, UsageError."""
        value, text = self._configurations[name], base64.b64encode(bundle).decode()
        webhooks = [
            {**each, "clientConfig": {**_mapping(each, "clientConfig"), "caBundle": text}}
            for each in _webhooks(value)
        ]
        what = _Named("validatingwebhookconfigurations", name)
        self._send("PUT", f"{_CONFIGURATIONS}/{name}", {**value, "webhooks": webhooks}, what)

    @property
    def _secrets(self) -> str:
        return f"/api/v1/namespaces/{self._place.namespace}/secrets"

    @property
    def _named(self) -> "_Named":
        return _Named("secrets", self._place.secret, self._place.namespace)

    def _get(self, path: str, what: "_Named") -> Object | None:
        answer = self._client.request("GET", path)
        if answer.status == HTTPStatus.NOT_FOUND:
            return None
        if answer.status != HTTPStatus.OK:
            raise _refused("get", what, answer)
        return _object(answer.body)

    def _send(self, method: str, path: str, value: Object, what: "_Named") -> None:
        answer = self._client.request(method, path + _WRITER, json.dumps(value).encode())
        # not found: what was read has been deleted since
        gone = answer.status == HTTPStatus.NOT_FOUND and method == "PUT"
        if answer.status == HTTPStatus.CONFLICT or gone:
            raise Conflict(str(what))
        if answer.status not in (HTTPStatus.OK, HTTPStatus.CREATED):
            raise _refused("create" if method == "POST" else "update", what, answer)


class _Named(NamedTuple):
    resource: str
    name: str
    namespace: str = ""

    def __str__(self) -> str:
        where = f" in namespace {self.namespace}" if self.namespace else ""
        return f"{self.resource} {self.name}{where}"


def _refused(verb: str, what: _Named, answer: Answered) -> UsageError:
    """The sentence for an answer that is no success, with what the API server said."""
    text = " ".join(str(_object(answer.body).get("message", "")).split())[:300]
    if answer.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        cure = f"a role must allow this account to {verb} {what}"
        return UsageError(f"{cure}; the API server said {answer.status}: {text}")
    return UsageError(f"cannot {verb} {what}; the API server said {answer.status}: {text}")


def _object(body: bytes) -> Object:
    try:
        value = json.loads(body)
    except ValueError:
        return {"message": body[:300].decode("utf-8", "replace")}
    return value if isinstance(value, dict) else {}


def _mapping(value: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = value.get(key)
    return found if isinstance(found, dict) else {}


def _webhooks(value: Mapping[str, object]) -> list[Object]:
    found = value.get("webhooks")
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _bundle(webhook: Mapping[str, object]) -> bytes:
    return _decoded(_mapping(webhook, "clientConfig").get("caBundle"))


def _secret(value: Object | None) -> Secret:
    if value is None:
        return Secret()
    data = {name: _decoded(each) for name, each in _mapping(value, "data").items()}
    changed = _mapping(_mapping(value, "metadata"), "annotations").get(CHANGED)
    return Secret(data, changed if isinstance(changed, str) else "")


def _decoded(text: object) -> bytes:
    try:
        return base64.b64decode(text) if isinstance(text, str) else b""
    except binascii.Error:
        return b""
