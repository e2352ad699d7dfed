"""A small client of the API server: what kubectl does, as far as the proofs need it."""

import http.client
import json
import ssl
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import quote

from plane.answer import Answer

T = TypeVar("T")
JSON, YAML, PATCH = "application/json", "application/yaml", "application/merge-patch+json"


class Kind(NamedTuple):
    """How objects of a kind are addressed. folder: the URL up to the version."""

    folder: str
    plural: str
    namespaced: bool

    def path(self, namespace: str, name: str = "") -> str:
        """URL of the objects of a namespace, or of one of them."""
        scope = f"/namespaces/{quote(namespace)}" if self.namespaced else ""
        return f"{self.folder}{scope}/{self.plural}" + (f"/{quote(name)}" if name else "")


class Client:
    """One user's connection to the server."""

    def __init__(self, port: int, authority: Path, token: str) -> None:
        self.port = port
        self._context = ssl.create_default_context(cafile=str(authority))
        self._token = token
        self._connection: http.client.HTTPSConnection | None = None
        self._kinds: dict[tuple[str, str], Kind] = {}

    def request(
        self, method: str, path: str, body: bytes | None = None, content: str = JSON
    ) -> Answer:
        """Send one request; a connection that the server closed meanwhile is opened anew."""
        headers = {"Authorization": f"Bearer {self._token}", "Accept": JSON}
        if body is not None:
            headers["Content-Type"] = content
        for attempt in (1, 2):
            if self._connection is None:
                self._connection = http.client.HTTPSConnection(
                    "127.0.0.1", self.port, context=self._context, timeout=60
                )
            try:
                self._connection.request(method, path, body, headers)
                response = self._connection.getresponse()
                text = response.read()
                break
            except (http.client.HTTPException, OSError):
                self._connection.close()
                self._connection = None
                if attempt == 2:
                    raise
        warnings = tuple(response.headers.get_all("Warning") or ())
        return Answer(response.status, _object(text), warnings)

    def kind(self, api_version: str, kind: str) -> Kind | None:
        """How to address a kind; None when the server does not know it."""
        found = self._kinds.get((api_version, kind))
        if found is None:
            folder = f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"
            resources = self.request("GET", folder).value.get("resources")
            for each in resources if isinstance(resources, list) else ():
                if "/" not in each["name"]:
                    known = Kind(folder, each["name"], each["namespaced"])
                    self._kinds[api_version, each["kind"]] = known
            found = self._kinds.get((api_version, kind))
        return found

    def create(
        self,
        kind: Kind,
        namespace: str,
        body: bytes,
        *,
        content: str = JSON,
        dry_run: bool = False,
        validation: str = "Strict",
    ) -> Answer:
        """Create an object. validation: Strict, Warn or Ignore, as kubectl's --validate has it."""
        query = f"?fieldValidation={validation}" + ("&dryRun=All" if dry_run else "")
        return self.request("POST", kind.path(namespace) + query, body, content)

    def get(self, api_version: str, kind: str, namespace: str, name: str) -> Answer:
        """Read one object of a kind that the server knows."""
        known = self.kind(api_version, kind)
        assert known is not None, f"the server does not know {api_version} {kind}"
        return self.request("GET", known.path(namespace, name))

    def delete(self, path: str) -> None:
        """Remove an object at once, without grace; nothing happens when it is gone."""
        body = json.dumps({"gracePeriodSeconds": 0, "propagationPolicy": "Background"})
        self.request("DELETE", path, body.encode())


def wait(look: Callable[[], T | None], seconds: float, pause: float = 0.05) -> T | None:
    """Look again and again until there is something to see; None when the time is over."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found is not None or time.monotonic() > end:
            return found
        time.sleep(pause)


def _object(text: bytes) -> Mapping[str, object]:
    try:
        value = json.loads(text)
    except ValueError:
        value = {"message": text.decode("utf-8", "replace")}
    return value if isinstance(value, dict) else {"value": value}
