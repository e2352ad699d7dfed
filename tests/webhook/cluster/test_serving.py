"""The server with live facts: they add, and never stand in the way."""

import json
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hook.apiserver import FakeCluster
from hook.reviews import pod, review
from hook.served import SHORT, Served, start

from gpulint.core.errors import ConfigError
from gpulint.webhook.cluster.access import Access
from gpulint.webhook.cluster.client import Client, Waits
from gpulint.webhook.cluster.live import LiveFacts, Timing
from gpulint.webhook.cluster.reflector import Pace
from gpulint.webhook.objects.block_yaml import to_yaml
from gpulint.webhook.objects.manifests import manifests
from gpulint.webhook.objects.wish import Wish
from gpulint.webhook.policy import selectors
from gpulint.webhook.serving.server import Options, Server

_CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses"
_SPACES = "/api/v1/namespaces"
_SERVE = [sys.executable, "-m", "gpulint", "webhook", "serve"]
_PACE = Pace(first=0.02, most=0.05, again=0.1, watch=(5, 6))


class _Clock:
    more = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.more


def _facts(port: int, clock: _Clock) -> LiveFacts:
    client = Client(Access("127.0.0.1", port, tls=False), Waits(1.0, 1.0, 1.0))
    return LiveFacts(client, Timing(between=0.0, pace=_PACE), clock)


@pytest.fixture
def cluster() -> Iterator[FakeCluster]:
    """One priority class, one namespace."""
    found = FakeCluster()
    found.put(_CLASSES, "low", value=1)
    found.put(_SPACES, "ml", labels={"env": "prod"})
    with found.serving():
        yield found


def _answer(served: Served, value: object) -> tuple[bool, list[str]]:
    status, body = served.post(review(value))
    assert status == 200, body
    response: dict[str, Any] = json.loads(body)["response"]
    words = [*response.get("warnings", []), response.get("status", {}).get("message", "")]
    return response["allowed"], sorted({each for each in " ".join(words).split() if "GPU" in each})


def _ranked() -> dict[str, Any]:
    value = pod(1)
    value["spec"]["priorityClassName"] = "high"
    return value


def _get(served: Served, path: str) -> tuple[int, str]:
    url = f"https://127.0.0.1:{served.port}{path}"
    try:
        with urllib.request.urlopen(url, context=served.context, timeout=10) as found:
            return found.status, found.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


def _until(look: Any, expected: object) -> object:
    end = time.monotonic() + 10
    while (found := look()) != expected and time.monotonic() < end:
        time.sleep(0.02)
    return found


def test_reviews_know_the_cluster_of_the_moment(cluster: FakeCluster, tmp_path: Path) -> None:
    """A class that is made takes the finding away, without a restart."""
    (tmp_path / "webhook.yaml").write_text("modes: [{rules: [GPU601], mode: deny}]\n")
    live = _facts(cluster.port, _Clock())
    for served in start(tmp_path, SHORT, str(tmp_path / "webhook.yaml"), live):
        refused = _until(lambda s=served: _answer(s, _ranked()), (False, ["GPU601"]))
        cluster.put(_CLASSES, "high", value=9)
        allowed = _until(lambda s=served: _answer(s, _ranked()), (True, []))
    assert (refused, allowed) == ((False, ["GPU601"]), (True, []))


def test_stale_facts_deny_nothing(cluster: FakeCluster, tmp_path: Path) -> None:
    """Whoever could mend the class in the meantime would be refused for nothing."""
    (tmp_path / "webhook.yaml").write_text("modes: [{rules: [GPU601], mode: deny}]\n")
    clock = _Clock()
    cluster.bookmark = 60.0
    for served in start(
        tmp_path, SHORT, str(tmp_path / "webhook.yaml"), _facts(cluster.port, clock)
    ):
        _until(lambda s=served: _answer(s, _ranked()), (False, ["GPU601"]))
        clock.more = 301.0
        found = _answer(served, _ranked())
        ready = _get(served, "/readyz")
        age = _get(served, "/metrics")[1]
    told = 'gpulint_facts_age_seconds{kind="PriorityClass.scheduling.k8s.io"} 30' in age
    assert (found, ready, told) == ((True, []), (200, "ok\n"), True)


def test_without_an_api_server_reviews_are_answered(tmp_path: Path) -> None:
    """Readiness that waits for it would keep down what brings it up."""
    for served in start(tmp_path, SHORT, live=_facts(9, _Clock())):
        ready = _get(served, "/readyz")
        found = _answer(served, pod(2))
    assert (ready, found) == ((200, "ok\n"), (False, ["GPU101"]))


def test_labels_of_namespaces_come_from_the_cluster(cluster: FakeCluster, tmp_path: Path) -> None:
    """A namespace that turns into production closes its annotations at once."""
    (tmp_path / "webhook.yaml").write_text('no-suppress-in-selector: "env=prod"\n')
    live = _facts(cluster.port, _Clock())
    value = pod(2, annotations={"gpulint.io/ignore": "GPU101"})
    for served in start(tmp_path, SHORT, str(tmp_path / "webhook.yaml"), live):
        closed = _until(lambda s=served: _answer(s, value)[0], False)
        cluster.put(_SPACES, "ml", labels={"env": "dev"})
        opened = _until(lambda s=served: _answer(s, value), (True, []))
    assert (closed, opened) == (False, (True, []))


def test_a_selector_that_needs_the_cluster_is_refused_without_it(tmp_path: Path) -> None:
    """It would never know a label, and so never close anything."""
    for served in start(tmp_path, SHORT):
        files = (str(served.folder / "tls.crt"), str(served.folder / "tls.key"))
        text = "kubernetes.io/metadata.name=a"
        fine = Server(Options(*files, no_suppress=selectors(text, "it")))
        with pytest.raises(ConfigError) as caught:
            Server(Options(*files, no_suppress=selectors("env=prod", "it")))
    expected = (
        "the label env of namespaces is known with --facts live alone; add it, or select by "
        "kubernetes.io/metadata.name"
    )
    assert (True, expected) == (fine.metrics is not None, str(caught.value))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--kubeconfig=x"], "--kubeconfig is used with --facts live alone"),
        (["--facts=live", "--kubeconfig=/none"], "cannot read the kubeconfig /none"),
        (["--no-suppress-in=env=prod"], "is known with --facts live alone"),
        (["--no-suppress-in=a b"], "--no-suppress-in: 'a b' is no label selector"),
    ],
)
def test_options_that_cannot_be_kept_end_the_start(
    tmp_path: Path, options: list[str], expected: str
) -> None:
    """A server that starts with half of what was asked for would be believed."""
    for served in start(tmp_path, SHORT):
        files = [f"--cert={served.folder}/tls.crt", f"--key={served.folder}/tls.key"]
        command = [*_SERVE, *files, "--port=0", *options]
        found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    lines = found.stderr.splitlines()
    assert (found.returncode, len(lines), expected in lines[0]) == (2, 1, True)


def test_the_program_follows_a_cluster_and_stops_at_once(
    cluster: FakeCluster, tmp_path: Path
) -> None:
    """As in the Pod: a kubeconfig or account, SIGTERM, gone."""
    cluster.bookmark = 60.0
    config = {
        "current-context": "a",
        "contexts": [{"name": "a", "context": {"cluster": "a"}}],
        "clusters": [{"name": "a", "cluster": {"server": f"http://127.0.0.1:{cluster.port}"}}],
    }
    (tmp_path / "config").write_text(json.dumps(config))
    made = [*_SERVE[:-1], "certs", "--name", "127.0.0.1", "--output", str(tmp_path)]
    subprocess.run(made, check=True, capture_output=True)
    files = [f"--cert={tmp_path}/tls.crt", f"--key={tmp_path}/tls.key", "--host=127.0.0.1"]
    more = ["--port=0", "--facts=live", f"--kubeconfig={tmp_path}/config"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen([*_SERVE, *files, *more], stderr=log)
    try:
        _until(lambda: len(_events(tmp_path, "facts read")), 2)
        port = _events(tmp_path, "serving")[0]["port"]
        context = ssl.create_default_context(cafile=str(tmp_path / "ca.crt"))
        headers = {"Content-Type": "application/json"}
        url = f"https://127.0.0.1:{port}/validate/warn"
        sent = urllib.request.Request(url, review(_ranked()), headers)
        with urllib.request.urlopen(sent, context=context, timeout=10) as answer:
            warned = "GPU601" in answer.read().decode()
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        code = process.wait(10)
        quick = time.monotonic() - begin < 5
    finally:
        process.kill()
        process.wait(10)
    read = sorted(each["kind"] for each in _events(tmp_path, "facts read"))
    kinds = ["Namespace", "PriorityClass.scheduling.k8s.io"]
    assert (read, warned, code, quick) == (kinds, True, 0, True)


def _events(folder: Path, message: str) -> list[dict[str, Any]]:
    """Lines of the log with a message."""
    lines = (folder / "log").read_text("utf-8").splitlines()
    return [each for each in map(json.loads, lines) if each["message"] == message]


def test_the_command_prints_what_live_facts_need() -> None:
    """The option must reach the objects."""
    command = [*_SERVE[:-1], "manifests", "--facts", "live"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout == to_yaml(manifests(Wish(facts=True)))
