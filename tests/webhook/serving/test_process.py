"""The program as the cluster runs it: started, reloaded, stopped."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hook.reviews import pod, review

_PROGRAM = [sys.executable, "-m", "gpulint", "webhook"]


class Program(NamedTuple):
    """A running server, its folder and its port."""

    process: subprocess.Popen[bytes]
    folder: Path
    port: int

    def decision(self) -> bool:
        """Whether a faulty Pod is let through."""
        context = ssl.create_default_context(cafile=str(self.folder / "ca.crt"))
        url = f"https://127.0.0.1:{self.port}/validate/deny"
        headers = {"Content-Type": "application/json"}
        sent = urllib.request.Request(url, review(pod(2)), headers)
        with urllib.request.urlopen(sent, context=context, timeout=10) as answer:
            return bool(json.load(answer)["response"]["allowed"])

    def messages(self) -> list[str]:
        """What it has logged, without what belongs to reviews."""
        lines = (self.folder / "log").read_text("utf-8").splitlines()
        return [json.loads(line)["message"] for line in lines]


def _wait(look: Callable[[], bool], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if look():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A server of its own, as it is stopped by the test."""
    made = [*_PROGRAM, "certs", "--name", "127.0.0.1", "--output", str(tmp_path)]
    subprocess.run(made, check=True, capture_output=True)
    (tmp_path / "webhook.yaml").write_text("modes: []\n")
    files = [f"--cert={tmp_path}/tls.crt", f"--key={tmp_path}/tls.key"]
    more = [f"--config={tmp_path}/webhook.yaml", "--host=127.0.0.1", "--port=0", "--watch=0.05"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen([*_PROGRAM, "serve", *files, *more], stderr=log)
    try:
        assert _wait(lambda: "serving" in (tmp_path / "log").read_text("utf-8"))
        first = (tmp_path / "log").read_text("utf-8").splitlines()[0]
        yield Program(process, tmp_path, json.loads(first)["port"])
    finally:
        process.kill()
        process.wait(10)


def _put(path: Path, text: str) -> None:
    """Swap a file as the kubelet does: nobody ever reads half of it."""
    new = path.with_suffix(".new")
    new.write_text(text)
    os.replace(new, path)


def test_a_policy_is_taken_over_and_a_broken_one_is_not(program: Program) -> None:
    """ConfigMaps are edited in a hurry."""
    before = program.decision()
    path = program.folder / "webhook.yaml"
    _put(path, "modes: [{mode: warn}]\n")
    _wait(lambda: "the new policy is in use" in program.messages())
    warned = program.decision()
    _put(path, "modes: [{mode: loud}]\n")
    kept = "the new policy cannot be used, the old one stays"
    told = _wait(lambda: kept in program.messages())
    assert (before, warned, told, program.decision()) == (False, True, True, True)


def test_a_hangup_changes_nothing_and_a_stop_is_quick(program: Program) -> None:
    """Rolling updates wait for the last Pod, and so do those who deploy."""
    program.process.send_signal(signal.SIGHUP)
    served = program.decision()
    start = time.monotonic()
    program.process.send_signal(signal.SIGTERM)
    code = program.process.wait(10)
    quick = time.monotonic() - start < 5
    assert (served, code, quick, program.messages()[-1]) == (False, 0, True, "stopped")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_half_open_clients_do_not_take_the_memory_of_the_pod(program: Program) -> None:
    """512 places, 256 MiB for the Pod: a client may cost little more than its own buffers."""
    context = ssl.create_default_context(cafile=str(program.folder / "ca.crt"))
    program.decision()
    before = _resident_kib(program.process.pid)
    streams = []
    for _ in range(100):
        stream = socket.create_connection(("127.0.0.1", program.port), 10)
        streams.append(context.wrap_socket(stream, server_hostname="127.0.0.1"))
        streams[-1].sendall(b"POST /validate/deny HTTP/1.1\r\nHost: x\r\nContent-")
    each = (_resident_kib(program.process.pid) - before) / len(streams)
    for stream in streams:
        stream.close()
    assert (each < 200, program.decision()) == (True, False), f"{each} KiB"


def _resident_kib(process: int) -> int:
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def test_a_wrong_certificate_is_told_in_one_line(tmp_path: Path) -> None:
    """The Pod's log is all there is to look at."""
    files = [f"--cert={tmp_path}/a", f"--key={tmp_path}/b"]
    found = subprocess.run(
        [*_PROGRAM, "serve", *files], capture_output=True, text=True, timeout=60, check=False
    )
    lines = found.stderr.splitlines()
    assert (found.returncode, len(lines), "cannot be served" in lines[0]) == (2, 1, True)
