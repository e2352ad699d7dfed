"""What live facts cost: memory and time to follow a cluster of 5,000 nodes, over loopback.

    python bench/live_facts.py [--nodes 5000] [--slices 0]

A process of its own plays the API server: nodes of 12 KB as kubelets write them, pages of 500, a
watch. Memory is the growth of this process from before the first request to its peak and to its
rest; seconds are until every kind is synced. Then nodes change while Pods are judged.
"""

import argparse
import json
import multiprocessing
import resource
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

from gpulint.webhook.cluster.access import Access
from gpulint.webhook.cluster.client import Client
from gpulint.webhook.cluster.live import LiveFacts
from gpulint.webhook.policy import Policy
from gpulint.webhook.review import read_review
from gpulint.webhook.verdict import Judge

_PRODUCTS = (
    ("NVIDIA-H100-80GB-HBM3", "p5.48xlarge", 8, 81559),
    ("NVIDIA-A100-SXM4-40GB", "p4d.24xlarge", 8, 40960),
    ("NVIDIA-L4", "g6.12xlarge", 4, 23034),
    ("", "m7i.8xlarge", 0, 0),
)
_GROUPS = ("node.k8s.io", "scheduling.k8s.io", "resource.k8s.io")


def node(number: int) -> dict[str, object]:
    """One node of some 12 KB, with what is its own: name, addresses, memory, disk, an id of the provider."""
    product, make, cards, memory = _PRODUCTS[number % len(_PRODUCTS)]
    name = f"ip-10-{number // 65536}-{number // 256 % 256}-{number % 256}.cluster.internal"
    labels = {
        "kubernetes.io/hostname": name,
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/os": "linux",
        "node.kubernetes.io/instance-type": make,
        "topology.kubernetes.io/region": "region-1",
        "topology.kubernetes.io/zone": f"region-1{'abc'[number % 3]}",
        "topology.example.com/host-serial": f"serial-{number:08d}",
        **{f"feature.node.kubernetes.io/cpu-cpuid.F{n}": "true" for n in range(40)},
    }
    if cards:
        labels |= {
            "nvidia.com/gpu.present": "true",
            "nvidia.com/gpu.product": product,
            "nvidia.com/gpu.count": str(cards),
            "nvidia.com/gpu.memory": str(memory),
            "nvidia.com/mig.strategy": "single",
            "nvidia.com/gfd.timestamp": str(1_700_000_000 + number),
            **{f"nvidia.com/gpu.deploy.part-{n}": "true" for n in range(10)},
        }
    offer = {"cpu": "191450m", "memory": f"{2_090_000_000 + number % 97}Ki", "pods": "250"}
    offer |= {"ephemeral-storage": "9400000000000", "hugepages-2Mi": "0"}
    offer |= {"nvidia.com/gpu": str(cards)} if cards else {}
    images = [
        {"names": [f"registry.example.com/image-{n}@sha256:{n:064x}"], "sizeBytes": 10**9 + n}
        for n in range(50)
    ]
    conditions = [
        {"type": kind, "status": "False", "lastHeartbeatTime": "2026-01-01T00:00:00Z"}
        for kind in ("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
    ]
    taints = [{"key": "nvidia.com/gpu", "value": "true", "effect": "NoSchedule"}] if cards else []
    return {
        "metadata": {
            "name": name,
            "uid": f"{number:032x}",
            "resourceVersion": str(number + 1),
            "labels": labels,
            "annotations": {f"node.example.com/note-{n}": "x" * 100 for n in range(12)},
            "managedFields": [{"manager": "kubelet", "fieldsV1": {f"f:{k}": {} for k in labels}}],
        },
        "spec": {"providerID": f"cloud:///{number:017x}", "taints": taints},
        "status": {
            "allocatable": offer,
            "capacity": offer,
            "conditions": conditions,
            "images": images,
            "nodeInfo": {"kernelVersion": "6.1.0", "machineID": f"{number:032x}"},
        },
    }


def resource_slice(number: int) -> dict[str, object]:
    """The devices of one node, some 5 KB."""
    devices = [
        {
            "name": f"gpu-{n}",
            "attributes": {f"a{k}": {"string": f"{number}-{n}-{k}"} for k in range(12)},
        }
        for n in range(8)
    ]
    spec = {"driver": "gpu.nvidia.com", "nodeName": f"n{number}", "devices": devices}
    return {"metadata": {"name": f"slice-{number}", "resourceVersion": "1"}, "spec": spec}


class _Listener(ThreadingHTTPServer):
    request_queue_size = 64
    daemon_threads = True


class _Server(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # texts of objects by path
    lists: ClassVar[dict[str, list[bytes]]] = {}

    def log_message(self, *_: object) -> None:
        """Nothing is said."""

    def do_GET(self) -> None:
        """Lists in pages, a watch that changes one node 20 times a second, discovery."""
        url = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        parts = url.path.split("/")
        if len(parts) == 3 and parts[1] == "apis":
            known = parts[2] in _GROUPS
            version = {"groupVersion": f"{parts[2]}/v1"}
            body = json.dumps({"versions": [version], "preferredVersion": version}).encode()
            self._answer(200 if known else 404, body)
        elif "watch" in query:
            self._watch(url.path)
        else:
            items = self.lists.get(url.path, [])
            start, limit = int(query.get("continue", "0")), int(query.get("limit", "500"))
            last = start + limit >= len(items)
            rest = "" if last else str(start + limit)
            metadata = json.dumps({"resourceVersion": "9000000", "continue": rest}).encode()
            page = b",".join(items[start : start + limit])
            self._answer(200, b'{"metadata":%s,"items":[%s]}' % (metadata, page))

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _watch(self, path: str) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for line in self._lines(path):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))

    def _lines(self, path: str) -> Iterator[bytes]:
        bookmark = {"type": "BOOKMARK", "object": {"metadata": {"resourceVersion": "9000001"}}}
        items = self.lists.get(path, [])
        number = 0
        while True:
            time.sleep(0.05)
            number += 1
            if path.endswith("/nodes") and items:
                value = items[number * 7 % len(items)]
                # every second one is a heartbeat, the others are cordoned and freed in turn
                cordon = b'"spec":{"unschedulable":true,' if number % 4 == 1 else b'"spec":{'
                changed = value.replace(b'"spec":{', cordon, 1) if number % 2 else value
                yield b'{"type":"MODIFIED","object":%s}\n' % changed
            elif number % 20 == 0:
                yield json.dumps(bookmark).encode() + b"\n"


def serve(pipe: Connection, nodes: int, slices: int) -> None:
    """The process of the API server; sends its port."""
    texts = [json.dumps(node(n), separators=(",", ":")).encode() for n in range(nodes)]
    _Server.lists["/api/v1/nodes"] = texts
    _Server.lists["/apis/resource.k8s.io/v1/resourceslices"] = [
        json.dumps(resource_slice(n)).encode() for n in range(slices)
    ]
    server = _Listener(("127.0.0.1", 0), _Server)
    pipe.send((server.server_port, sum(map(len, texts)) / max(len(texts), 1)))
    server.serve_forever()


def memory() -> tuple[float, float]:
    """Resident MB of this process: now, and at its peak."""
    with open("/proc/self/statm", encoding="ascii") as stream:
        now = int(stream.read().split()[1]) * resource.getpagesize() / 1e6
    return now, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def review() -> bytes:
    """A Pod that wants what no node has, as the API server would ask about it."""
    container = {"name": "a", "image": "a", "resources": {"limits": {"nvidia.com/gpu": 16}}}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}
    pod |= {"spec": {"containers": [container]}}
    asked = {"uid": "1", "kind": {"kind": "Pod"}, "operation": "CREATE", "namespace": "ml"}
    whole = {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview"}
    return json.dumps({**whole, "request": {**asked, "object": pod}}).encode()


def judged(judge: Judge, seconds: float) -> list[float]:
    """Milliseconds of reviews, a hundred a second, while nodes change."""
    body, found = review(), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        judge.verdict(read_review(body), enforce=True)
        found.append((time.perf_counter() - start) * 1000)
        time.sleep(0.01)
    return sorted(found)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--slices", type=int, default=0)
    wish = parser.parse_args()
    mine, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=serve, args=(theirs, wish.nodes, wish.slices), daemon=True
    )
    process.start()
    port, size = mine.recv()
    policy = Policy()
    Judge(policy).warm()  # so that what any webhook needs is there before
    before, peak_before = memory()
    live = LiveFacts(Client(Access("127.0.0.1", port, tls=False)))
    start = time.monotonic()
    live.start()
    while not live.is_synced():
        time.sleep(0.01)
    seconds = time.monotonic() - start
    groups = len(live.snapshot().manifests.by_kind("", "Node"))
    whole = time.monotonic() - start
    rest, peak = memory()
    print(
        f"{wish.nodes} nodes of {size / 1000:.1f} KB, {wish.slices} slices; before {before:.0f} MB"
    )
    print(f"synced in {seconds:.2f} s, first snapshot after {whole:.2f} s: {groups} groups")
    grown = max(peak, peak_before) - before
    print(f"memory: +{grown:.0f} MB at the peak, +{rest - before:.0f} MB at rest")
    judge = Judge(policy, cluster=live)
    judge.warm()
    usage = resource.getrusage(resource.RUSAGE_SELF)
    times = judged(judge, 10)
    after = resource.getrusage(resource.RUSAGE_SELF)
    spent = after.ru_utime + after.ru_stime - usage.ru_utime - usage.ru_stime
    middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
    print(
        f"10 s with 20 changes a second: review {middle:.2f} ms, p99 {late:.1f}, max {times[-1]:.1f}"
    )
    rest, peak = memory()
    print(
        f"processor {spent / 10:.0%} of a core; +{rest - before:.0f} MB, peak +{peak - before:.0f} MB"
    )
    start = time.monotonic()
    live.stop()
    print(f"stopped in {time.monotonic() - start:.2f} s; {threading.active_count()} thread left")


if __name__ == "__main__":
    sys.exit(main())
