"""Replicas are replaced while objects are being created."""

import json
import signal
import ssl
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from plane.balancer import Balancer, balancing
from plane.client import Client, wait
from plane.hooked import await_hooks, configure, create, pod, remove, wish_of
from plane.servers import Servers

pytestmark = pytest.mark.controlplane
_GPULINT = [sys.executable, "-m", "gpulint", "webhook"]
_THREADS = 4
# Shorter than the Deployment's eight seconds: here the balancer learns at once what is ready.
_PAUSE = 0.5
_FINE = {"resources": {"limits": {"nvidia.com/gpu": 1, "cpu": 4, "memory": "16Gi"}}}


class Replica(NamedTuple):
    """A server as the Pod runs it."""

    process: subprocess.Popen[bytes]
    port: int


class Replicas:
    """Starts servers that share one certificate. authority: PEM of what signed it."""

    def __init__(self, folder: Path) -> None:
        made = [*_GPULINT, "certs", "--name=127.0.0.1", f"--output={folder}"]
        subprocess.run(made, check=True, capture_output=True)
        self.authority = (folder / "ca.crt").read_bytes()
        self._folder = folder
        self._context = ssl.create_default_context(cafile=str(folder / "ca.crt"))
        self._all: list[subprocess.Popen[bytes]] = []

    def start(self) -> Replica:
        """A new one, once it says that it is ready."""
        log = self._folder / f"{len(self._all)}.log"
        files = [f"--cert={self._folder}/tls.crt", f"--key={self._folder}/tls.key"]
        with log.open("wb") as stream:
            process = subprocess.Popen(
                [*_GPULINT, "serve", *files, "--host=127.0.0.1", "--port=0"], stderr=stream
            )
        self._all.append(process)
        port = wait(lambda: _port(log), 30)
        assert port, log.read_text("utf-8")
        assert wait(lambda: self._is_ready(port) or None, 30), log.read_text("utf-8")
        return Replica(process, port)

    def end(self) -> None:
        """Stop all that still run."""
        for process in self._all:
            process.kill()
            process.wait(10)

    def _is_ready(self, port: int) -> bool:
        try:
            url = f"https://127.0.0.1:{port}/readyz"
            with urllib.request.urlopen(url, context=self._context, timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


def _port(log: Path) -> int | None:
    lines = (line for line in log.read_text("utf-8").splitlines() if '"serving"' in line)
    return next((int(json.loads(line)["port"]) for line in lines), None)


class Stream:
    """Clients that create Pods as fast as they are answered, in a namespace that enforces."""

    def __init__(self, servers: Servers) -> None:
        self.failures: list[str] = []
        self.calls = 0
        self._over = threading.Event()
        clients = [servers.client() for _ in range(_THREADS)]
        self._threads = [threading.Thread(target=self._create, args=(each,)) for each in clients]

    @contextmanager
    def flowing(self) -> Iterator[None]:
        """For as long as the block lasts."""
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in self._threads:
                thread.join(30)

    def _create(self, client: Client) -> None:
        while not self._over.is_set():
            answer = create(client, pod(**_FINE), "enforced")
            self.calls += 1
            if not answer.accepted:
                self.failures.append(answer.message)


def _in_order(balancer: Balancer, old: Replica, rest: tuple[int, ...]) -> None:
    """Out of the Service, the preStop pause, SIGTERM; gone by itself."""
    balancer.ready = rest
    time.sleep(_PAUSE)
    old.process.send_signal(signal.SIGTERM)
    assert old.process.wait(10) == 0


def _at_once(balancer: Balancer, old: Replica, rest: tuple[int, ...]) -> None:
    """Killed while the Service knows no other, as when a node is gone at the wrong moment."""
    balancer.ready = (old.port,)
    old.process.kill()
    time.sleep(_PAUSE)
    balancer.ready = rest


@pytest.mark.parametrize(
    ("replace", "expected"), [(_in_order, False), (_at_once, True)], ids=["in-order", "at-once"]
)
def test_a_rolling_restart_fails_no_call(
    hooked: Servers,
    client: Client,
    tmp_path: Path,
    replace: Callable[[Balancer, Replica, tuple[int, ...]], None],
    expected: bool,
) -> None:
    """Both replicas are replaced under load, each by one that is ready before the old one goes.

    The second case shows that the first one can fail: without the order calls are lost.
    """
    replicas, stream = Replicas(tmp_path), Stream(hooked)
    try:
        running = [replicas.start(), replicas.start()]
        with balancing([each.port for each in running]) as balancer:
            configure(client, wish_of(replicas.authority, balancer.port))
            await_hooks(client)
            with stream.flowing():
                for _ in range(2):
                    new, old = replicas.start(), running.pop(0)
                    running.append(new)
                    balancer.ready = (old.port, *(each.port for each in running))
                    replace(balancer, old, tuple(each.port for each in running))
                time.sleep(_PAUSE)
    finally:
        remove(client)
        replicas.end()
    print(f"{stream.calls} calls, {len(stream.failures)} failures")  # seen with -s
    assert (True, expected) == (stream.calls > 100, bool(stream.failures)), stream.failures[:3]
