"""Where one example is tried: what it needs is put up before and taken down after."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from gpulint.model.resource import mapping, text
from plane.answer import Answer
from plane.client import JSON, PATCH, Client, Kind, wait
from plane.fleet import nodes_of
from plane.manifest import MadePod, Manifest
from plane.open_kinds import open_kind

# What the server's admission reads through a cache of its own, a moment behind.
_CACHED = ("LimitRange", "PriorityClass", "RuntimeClass", "ResourceQuota", "Namespace")
_PATIENCE = 5.0
_SETTLE = 0.4


class Stored(NamedTuple):
    """An object on the stage."""

    path: str
    answer: Answer


class Stage:
    """One example's place on the server: a namespace of its own, and a list of what to remove."""

    def __init__(self, client: Client, namespace: str, namespaces: set[str]) -> None:
        self.client = client
        self.namespace = namespace
        self._namespaces = namespaces
        self._stored: list[str] = []
        self.is_settled = True

    def kind(self, manifest: Manifest) -> Kind | None:
        """How to address its kind; a custom kind is made known, with an open schema."""
        known = self.client.kind(manifest.api_version, manifest.kind)
        return known or open_kind(self.client, manifest.api_version, manifest.kind)

    def send(
        self, manifest: Manifest, *, dry_run: bool = True, validation: str = "Strict"
    ) -> Answer:
        """Create an object, by default as a rehearsal."""
        kind = self.kind(manifest)
        if kind is None:  # the server says so itself
            kind = Kind(f"/apis/{manifest.api_version}", f"{manifest.kind.lower()}s", True)
        namespace = self._namespace(manifest.namespace)
        answer = self.client.create(
            kind,
            namespace,
            manifest.body,
            content=manifest.content,
            dry_run=dry_run,
            validation=validation,
        )
        if answer.status == 409 and manifest.kind == "Namespace" and not dry_run:
            answer = self._relabel(manifest)
        elif answer.accepted and not dry_run:
            name = text(mapping(answer.value.get("metadata")).get("name"))
            self._stored.append(kind.path(namespace, name))
            self.is_settled = self.is_settled and manifest.kind not in _CACHED
            if manifest.kind == "ResourceQuota":
                self._await_quota(kind.path(namespace, name))
        return answer

    def send_pod(self, pod: MadePod, *, dry_run: bool = True) -> tuple[str, Answer]:
        """Create a pod; its URL and the answer."""
        kind = Kind("/api/v1", "pods", True)
        namespace = self._namespace(text(mapping(pod.value.get("metadata")).get("namespace")))
        body = json.dumps(pod.value).encode()
        answer = self.client.create(kind, namespace, body, dry_run=dry_run)
        path = ""
        if answer.accepted:
            path = kind.path(namespace, text(mapping(answer.value["metadata"]).get("name")))
            if not dry_run:
                self._stored.append(path)
        return path, answer

    def settle(self) -> None:
        """Wait until the server's caches hold what was stored."""
        if not self.is_settled:
            time.sleep(_SETTLE)
            self.is_settled = True

    def clear(self) -> None:
        """Remove what was stored, the last first, and wait until it is gone."""
        for path in reversed(self._stored):
            self.client.delete(path)
        for path in reversed(self._stored):
            wait(partial(self._gone, path), _PATIENCE)
        self._stored.clear()

    def _relabel(self, manifest: Manifest) -> Answer:
        """Namespaces outlive a stage, as their end takes long; only their labels are set anew."""
        assert manifest.resource is not None
        path = f"/api/v1/namespaces/{manifest.resource.name}"
        old = mapping(mapping(self.client.request("GET", path).value["metadata"]).get("labels"))
        own = {key: None for key in old if not key.startswith("kubernetes.io/")}
        body = {"metadata": {"labels": {**own, **manifest.resource.labels}}}
        return self.client.request("PATCH", path, json.dumps(body).encode(), PATCH)

    def _gone(self, path: str) -> bool | None:
        answer = self.client.request("GET", path)
        if answer.status != 404:
            body = json.dumps({"metadata": {"finalizers": None}}).encode()
            self.client.request("PATCH", path, body, PATCH)
            self.client.delete(path)
        return answer.status == 404 or None

    def _namespace(self, wanted: str) -> str:
        name = wanted or self.namespace
        if name not in self._namespaces:
            body = json.dumps({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})
            self.client.request("POST", "/api/v1/namespaces", body.encode(), JSON)
            self._namespaces.add(name)
        return name

    def _await_quota(self, path: str) -> None:
        """Until its controller has counted: before that every pod is refused for the wrong reason."""

        def counted() -> bool | None:
            value = self.client.request("GET", path).value
            wanted = set(mapping(mapping(value.get("spec")).get("hard")))
            return wanted <= set(mapping(mapping(value.get("status")).get("hard"))) or None

        wait(counted, _PATIENCE)


class Theatre:
    """The control plane with its present fleet; makes one stage after the other."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._namespaces = {"default", "kube-system", "kube-public", "kube-node-lease"}
        self._count = 0
        self._fleet = ""
        self._fleet_paths: list[str] = []

    @contextmanager
    def stage(self) -> Iterator[Stage]:
        """A stage that is cleared when the block ends."""
        self._count += 1
        stage = Stage(self.client, f"stage-{self._count}", self._namespaces)
        try:
            yield stage
        finally:
            stage.clear()

    def set_fleet(self, fleet: str) -> None:
        """Make the cluster hold exactly these nodes, and wait until the scheduler knows them."""
        if fleet == self._fleet:
            return
        for path in reversed(self._fleet_paths):
            self.client.delete(path)
        self._fleet_paths.clear()
        nodes = [self._add(value) for value in nodes_of(fleet)]
        self._fleet = fleet
        self._await_scheduler([each for each in nodes if each])

    def _add(self, value: Mapping[str, object]) -> str:
        """Create an object of the fleet; the name of a node, empty for anything else."""
        kind = self.client.kind(str(value["apiVersion"]), str(value["kind"]))
        assert kind is not None, f"the fleet holds an unknown kind: {value['kind']}"
        answer = self.client.create(kind, "default", json.dumps(value).encode(), validation="Warn")
        assert answer.accepted, f"{value['kind']} of the fleet: {answer.message}"
        name = text(mapping(value["metadata"]).get("name"))
        self._fleet_paths.append(kind.path("default", name))
        return name if value["kind"] == "Node" else ""

    def _await_scheduler(self, nodes: list[str]) -> None:
        """A pod that tolerates all and is pinned to the last node is bound once that is known."""
        if not nodes:
            return
        pin = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": [nodes[-1]]}]}
        required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [pin]}}
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"generateName": "scout-"},
            "spec": {
                "affinity": {"nodeAffinity": required},
                "tolerations": [{"operator": "Exists"}],
                "containers": [{"name": "scout", "image": "registry.example.com/scout:1"}],
            },
        }
        kind = Kind("/api/v1", "pods", True)
        made = self.client.create(kind, "default", json.dumps(pod).encode())
        path = kind.path("default", text(mapping(made.value["metadata"]).get("name")))

        def bound() -> bool | None:
            return "nodeName" in mapping(self.client.request("GET", path).value.get("spec")) or None

        found = wait(bound, 60)
        self.client.delete(path)
        assert found, "the scheduler does not see the nodes"
