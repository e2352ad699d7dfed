"""The control plane of a session, and the one line when there is none."""

import os
from collections.abc import Iterator

import pytest
from plane.kueue import start_kueue
from plane.programs import why_not
from plane.servers import Servers, running
from plane.stage import Theatre

REQUIRE = "GPULINT_REQUIRE_CONTROLPLANE"


def _demand(*, kueue: bool = False) -> None:
    """Skip, or fail where the proofs are required, when a program is missing."""
    reason = why_not(kueue=kueue)
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
