"""Installing anew must not undo what the Jobs have written."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plane.client import wait
from plane.programs import KUBECTL, program, why_not
from plane.rotating import OWN, SPACE, Cluster
from plane.servers import running

from gpulint.webhook.objects.block_yaml import to_yaml
from gpulint.webhook.objects.manifests import manifests

pytestmark = pytest.mark.controlplane
_CHART = Path(__file__).resolve().parents[2] / "deploy" / "helm" / "gpulint"
_JOBS = f"/apis/batch/v1/namespaces/{SPACE}/jobs"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A control plane of its own, in which nothing is installed yet."""
    reason = why_not(kubectl=True)
    if reason and os.environ.get("GPULINT_REQUIRE_CONTROLPLANE"):
        pytest.fail(reason, pytrace=False)
    if reason:
        pytest.skip(reason)
    with running(tmp_path_factory.mktemp("upgrade")) as started:
        yield Cluster(started)


def _run(cluster: Cluster, *command: str, given: str = "") -> str:
    config = cluster.servers.kubeconfig("person", "admin-token")
    done = subprocess.run(
        command,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "KUBECONFIG": str(config), "HOME": str(cluster.servers.folder)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _jobs(cluster: Cluster) -> list[str]:
    value: Any = cluster.client.request("GET", _JOBS).value
    return sorted(each["metadata"]["name"] for each in value["items"])


def test_an_upgrade_of_the_release_keeps_certificate_and_trust(cluster: Cluster) -> None:
    """The chart holds an empty Secret and no caBundle; both are filled by then."""
    helm = shutil.which("helm")
    if helm is None:
        pytest.skip("helm is not installed")
    options = [str(_CHART), "-n", SPACE, "--set", "certificate.mode=own,deny.enabled=true"]
    _run(cluster, helm, "install", "gpulint", *options, "--create-namespace")
    try:
        code, said = cluster.rotate()
        before = (cluster.secret(), cluster.bundles())
        _run(cluster, helm, "upgrade", "gpulint", *options, "--set", "image.tag=next,replicas=3")
        after = (cluster.secret(), cluster.bundles())
        jobs = wait(lambda: found if len(found := _jobs(cluster)) == 1 else None, 20)
    finally:
        _run(cluster, helm, "uninstall", "gpulint", "-n", SPACE)
    names = [each[: each.rindex("-")] for each in jobs or ()]  # without the digest of its text
    assert (0, before, ["gpulint-certificates-2"]) == (code, after, names), said


def test_manifests_that_are_applied_again_keep_certificate_and_trust(cluster: Cluster) -> None:
    """As pipelines do, many times a day."""
    apply = [str(program(KUBECTL)), "apply", "--server-side", "-f", "-"]
    _run(cluster, *apply, given=to_yaml(manifests(OWN)))
    code, said = cluster.rotate()
    before = (cluster.secret(), cluster.bundles())
    told = _run(cluster, *apply, given=to_yaml(manifests(OWN._replace(replicas=3))))
    after = (cluster.secret(), cluster.bundles())
    assert (0, 4, before) == (code, len(before[0]), after), (said, told, json.dumps(_jobs(cluster)))
