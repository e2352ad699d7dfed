"""The control plane of a session, and the one line when there is none."""

import json
import os
from collections.abc import Iterator

import pytest
from hook.served import Served, start
from plane.client import Client
from plane.hooked import await_hooks, configure, remove, wish
from plane.kueue import start_kueue
from plane.programs import why_not
from plane.servers import Servers, running
from plane.stage import Theatre

from gpulint.webhook.serving.protocol import Timeouts

REQUIRE = "GPULINT_REQUIRE_CONTROLPLANE"


def _demand(*, kueue: bool = False, kubectl: bool = False) -> None:
    """Skip, or fail where the proofs are required, when a program is missing."""
    reason = why_not(kueue=kueue, kubectl=kubectl)
    if reason and os.environ.get(REQUIRE):
        pytest.fail(f"{reason} ({REQUIRE} is set)", pytrace=False)
    if reason:
        pytest.skip(reason)


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """etcd, API server, scheduler and controllers for all tests of this folder."""
    _demand()
    with running(tmp_path_factory.mktemp("controlplane")) as started:
        yield started


@pytest.fixture(scope="session")
def theatre(servers: Servers) -> Theatre:
    """Where examples are tried, one after the other."""
    return Theatre(servers.client())


@pytest.fixture(scope="session")
def kueue_theatre(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Theatre]:
    """Another control plane, whose jobs Kueue governs."""
    _demand(kueue=True)
    with running(tmp_path_factory.mktemp("kueue")) as started:
        start_kueue(started)
        yield Theatre(started.client())


@pytest.fixture(scope="session")
def hooked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """A control plane for the webhook alone: its hooks must not see other tests' objects."""
    _demand(kubectl=True)
    with running(tmp_path_factory.mktemp("hooked")) as started:
        yield started


@pytest.fixture(scope="session")
def client(hooked: Servers) -> Client:
    """An administrator there, with one namespace that enforces and one that does not."""
    client = hooked.client()
    for name, labels in (("free", {}), ("enforced", {"gpulint.io/enforce": "true"})):
        metadata = {"name": name, "labels": labels}
        space = {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}
        client.request("POST", "/api/v1/namespaces", json.dumps(space).encode())
    return client


@pytest.fixture(scope="module")
def hook(client: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """gpulint on loopback, with both configurations as `webhook manifests` writes them."""
    for served in start(tmp_path_factory.mktemp("hook"), Timeouts(stop=1.0)):
        configure(client, wish(served))
        await_hooks(client)
        yield served
        remove(client)
