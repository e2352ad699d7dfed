"""Measures the admission webhook on loopback: time per review, latency under load, memory.

    python bench/webhook.py [--seconds N] [--rate N] [--json]

`cpu` is processor time of this process for read, judge and answer, without a socket. `latency` is
what a client sees over TLS on kept connections at a fixed rate, client and server sharing the
machine. `server_cpu` is all processor time that the server's process took for that, TLS and HTTP
included. Memory is the server's resident set.
"""

import argparse
import http.client
import json
import os
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from half_open import half_open

_CONNECTIONS = 4


def deployment(number: int, faulty: bool) -> dict[str, Any]:
    """A model server of two containers as the API server holds it, about 9 KB as a review."""
    gpu = {"cpu": "16", "memory": "64Gi", "nvidia.com/gpu": "4"}
    asked = {**gpu, "nvidia.com/gpu": "2"} if faulty else gpu
    containers = [
        {
            "name": name,
            "image": f"registry.example.com/team/{name}:1.2@sha256:{number:064d}",
            "command": ["python", "-m", "server"],
            "args": ["--model", "/models/large", "--port", "8080", f"--seed={number}"],
            "env": [{"name": f"OPTION_{each}", "value": f"value {each}"} for each in range(10)],
            "ports": [{"containerPort": 8080, "protocol": "TCP"}],
            "resources": {"limits": gpu, "requests": asked},
            "volumeMounts": [
                {"name": "shm", "mountPath": "/dev/shm"},
                {"name": "models", "mountPath": "/models", "readOnly": True},
            ],
            "terminationMessagePath": "/dev/termination-log",
            "imagePullPolicy": "IfNotPresent",
        }
        for name in ("server", "tokenizer")
    ]
    pod = {
        "nodeSelector": {"nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3"},
        "tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}],
        "containers": containers,
        "volumes": [
            {"name": "shm", "emptyDir": {"medium": "Memory", "sizeLimit": "16Gi"}},
            {"name": "models", "persistentVolumeClaim": {"claimName": "models"}},
        ],
        "restartPolicy": "Always",
        "terminationGracePeriodSeconds": 30,
        "schedulerName": "default-scheduler",
    }
    labels = {"app": f"server-{number}"}
    spec = {
        "replicas": 2,
        "selector": {"matchLabels": labels},
        "template": {"metadata": {"labels": labels}, "spec": pod},
    }
    written = {"manager": "kubectl", "operation": "Update", "fieldsV1": _fields(spec)}
    metadata = {
        "name": f"server-{number}",
        "namespace": "ml",
        "uid": f"{number:032x}",
        "labels": labels,
        "annotations": {"kubectl.kubernetes.io/last-applied-configuration": json.dumps(spec)},
        "managedFields": [written],
    }
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": spec}


def _fields(value: Any) -> dict[str, Any]:
    """What the API server notes about the owner of each field."""
    if isinstance(value, dict):
        return {f"f:{key}": _fields(each) for key, each in value.items()}
    named = [each for each in value if "name" in each] if isinstance(value, list) else []
    return {f'k:{{"name":"{each["name"]}"}}': {".": {}, **_fields(each)} for each in named}


def review(number: int, faulty: bool = False) -> bytes:
    """The body of a review of a Deployment."""
    request = {
        "uid": f"{number:032x}",
        "kind": {"group": "apps", "version": "v1", "kind": "Deployment"},
        "operation": "CREATE",
        "namespace": "ml",
        "object": deployment(number, faulty),
        "oldObject": None,
    }
    whole = {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request}
    return json.dumps(whole, separators=(",", ":")).encode()


def cpu(faulty: bool, rounds: int = 5, count: int = 300) -> float:
    """Least microseconds of processor time per review over some rounds."""
    from gpulint.webhook.policy import Policy
    from gpulint.webhook.review import answer_body, read_review
    from gpulint.webhook.serving.memory import settle
    from gpulint.webhook.verdict import Judge

    judge = Judge(Policy())
    judge.warm()
    settle()  # as the server does before it listens
    best = float("inf")
    for each in range(rounds):
        bodies = [review(each * count + number, faulty) for number in range(count)]
        start = time.process_time()
        for body in bodies:
            asked = read_review(body)
            answer_body(asked.uid, judge.verdict(asked, enforce=True).answer)
        best = min(best, (time.process_time() - start) / count * 1e6)
    return best


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="time and memory of the admission webhook")
    parser.add_argument("--seconds", type=float, default=5, help="of load [5]")
    parser.add_argument("--rate", type=int, default=300, help="reviews a second [300]")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    found: dict[str, float] = {"review_bytes": len(review(1))}
    found["cpu_us_clean"] = round(cpu(False))
    found["cpu_us_with_a_finding"] = round(cpu(True))
    with tempfile.TemporaryDirectory() as folder:
        found |= _served(Path(folder), options.seconds, options.rate)
    if options.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:32}{value:>12,}")


def _served(folder: Path, seconds: float, rate: int) -> dict[str, float]:
    command = [sys.executable, "-m", "gpulint", "webhook"]
    subprocess.run(
        [*command, "certs", "--name", "127.0.0.1", "--output", str(folder)],
        check=True,
        capture_output=True,
    )
    files = ["--cert", str(folder / "tls.crt"), "--key", str(folder / "tls.key")]
    log = (folder / "log").open("wb")
    server = subprocess.Popen(
        [*command, "serve", *files, "--host", "127.0.0.1", "--port", "0"], stderr=log
    )
    try:
        port = _port(folder / "log")
        context = ssl.create_default_context(cafile=str(folder / "ca.crt"))
        idle = _resident(server.pid)
        start = _processor_seconds(server.pid)
        times = sorted(_load(port, context, rate, seconds))
        spent = _processor_seconds(server.pid) - start
        busy = _resident(server.pid)
        _post(_connect(port, context), json.dumps(_large()).encode())
        large = _resident(server.pid, "VmHWM")
        slowed = half_open(port, context, partial(_load, port, context, rate))
        return {
            "idle_mb": idle,
            "reviews": len(times),
            "server_cpu_us": round(spent / int(seconds * rate) * 1e6),
            "p50_ms": round(times[len(times) // 2] * 1e3, 2),
            "p99_ms": round(times[len(times) * 99 // 100] * 1e3, 2),
            "after_load_mb": busy,
            "peak_after_7_mib_mb": large,
            **slowed,
            "peak_after_half_open_mb": _resident(server.pid, "VmHWM"),
        }
    finally:
        server.terminate()
        server.wait(10)


def _large() -> dict[str, Any]:
    """A review of nearly 7 MiB: object and old object with one long text each."""
    value = json.loads(review(1))
    text = "x" * 3_600_000
    for name in ("object", "oldObject"):
        value["request"][name] = deployment(1, True) | {"data": text}
    return dict(value)


def _load(port: int, context: ssl.SSLContext, rate: int, seconds: float) -> list[float]:
    """Seconds of each call at a fixed rate, over a few kept connections."""
    found: list[float] = []
    begin = time.monotonic() + 0.2

    def send(first: int) -> None:
        connection = _connect(port, context)
        for number in range(first, int(seconds * rate), _CONNECTIONS):
            body = review(number, faulty=number % 10 == 0)
            time.sleep(max(0.0, begin + number / rate - time.monotonic()))
            start = time.perf_counter()
            _post(connection, body)
            found.append(time.perf_counter() - start)

    threads = [threading.Thread(target=send, args=(each,)) for each in range(_CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found[len(found) // 10 :]  # the first ones open connections


def _connect(port: int, context: ssl.SSLContext) -> http.client.HTTPSConnection:
    return http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=30)


def _post(connection: http.client.HTTPSConnection, body: bytes) -> None:
    connection.request("POST", "/validate/deny", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise SystemExit(f"status {answer.status}: {text[:200]!r}")


def _port(log: Path) -> int:
    for _ in range(300):
        for line in log.read_text("utf-8").splitlines():
            if '"serving"' in line:
                return int(json.loads(line)["port"])
        time.sleep(0.1)
    raise SystemExit(f"the server did not start: {log.read_text('utf-8')}")


def _processor_seconds(process: int) -> float:
    """What a process has taken so far, in user and system mode, on Linux."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(process: int, field: str = "VmRSS") -> float:
    """Megabytes of a process, on Linux."""
    lines: Sequence[str] = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    kilobytes = next((line.split()[1] for line in lines if line.startswith(f"{field}:")), "0")
    return round(int(kilobytes) / 1024, 1)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    main()
