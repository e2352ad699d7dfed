"""How long `gpulint fit` takes, and how much memory, as fleets and workloads grow.

Run it as `python bench/fit.py [folder]` with an installed gpulint. It writes a fleet of 5,000 nodes in
ten kinds and up to 20,000 pods, once as single Pods and once as Jobs of several pods.
"""

import json
import os
import subprocess
import sys
import tempfile

CARDS = {"NVIDIA-A100-SXM4-80GB": 81920, "NVIDIA-H100-80GB-HBM3": 81559}


def node(number: int) -> dict[str, object]:
    """One of ten kinds of node."""
    product = list(CARDS)[number % 2]
    zone = f"zone-{number % 5}"
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": f"gpu-{number:05}",
            "labels": {
                "kubernetes.io/hostname": f"gpu-{number:05}",
                "topology.kubernetes.io/zone": zone,
                "nvidia.com/gpu.product": product,
                "nvidia.com/gpu.memory": str(CARDS[product]),
                "nvidia.com/gpu.count": "8",
            },
        },
        "spec": {"taints": [{"key": "nvidia.com/gpu", "effect": "NoSchedule"}]},
        "status": {
            "allocatable": {
                "cpu": "128",
                "memory": "1056276Mi",
                "pods": "110",
                "nvidia.com/gpu": "8",
            }
        },
    }


def spec(number: int) -> dict[str, object]:
    """A pod of one to eight GPUs."""
    gpus = (1, 2, 4, 8, 1, 1)[number % 6]
    product = list(CARDS)[number % 2]
    return {
        "restartPolicy": "Never",
        "nodeSelector": {"nvidia.com/gpu.product": product},
        "tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists"}],
        "containers": [
            {
                "name": "main",
                "image": "registry.example.com/ml/trainer:2.4",
                "resources": {
                    "requests": {"cpu": str(4 + number % 7), "memory": f"{16 * gpus}Gi"},
                    "limits": {"nvidia.com/gpu": gpus},
                },
            }
        ],
    }


def pods(count: int) -> str:
    """As single Pods."""
    return "---\n".join(
        json.dumps(
            {
                "apiVersion": "v1",
                "kind": "Pod",
                "metadata": {"name": f"pod-{n}", "namespace": "ml"},
                "spec": spec(n),
            }
        )
        + "\n"
        for n in range(count)
    )


def jobs(count: int) -> str:
    """As Jobs of twenty pods each."""
    return "---\n".join(
        json.dumps(
            {
                "apiVersion": "batch/v1",
                "kind": "Job",
                "metadata": {"name": f"job-{n}", "namespace": "ml"},
                "spec": {"parallelism": 20, "completions": 20, "template": {"spec": spec(n)}},
            }
        )
        + "\n"
        for n in range(count // 20)
    )


def measure(*arguments: str) -> tuple[float, float]:
    """Seconds of work (all processes of the call together) and MiB of one call."""
    program = os.path.join(os.path.dirname(sys.executable), "gpulint")
    process = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Write the files, run the calls, print a line for each."""
    folder = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()
    plain, folded = os.path.join(folder, "nodes.json"), os.path.join(folder, "facts.yaml")
    with open(plain, "w") as stream:
        items = [node(number) for number in range(5000)]
        json.dump({"apiVersion": "v1", "kind": "List", "items": items}, stream)
    seconds, memory = measure("facts", "--from", plain, "-o", folded)
    print(f"facts of 5000 nodes: {seconds:.1f} s, {memory:.0f} MiB")
    for words, write in (("Pods", pods), ("Jobs of 20", jobs)):
        for count in (5000, 10000, 20000):
            path = os.path.join(folder, f"{count}.yaml")
            with open(path, "w") as stream:
                stream.write(write(count))
            for facts in (plain, folded):
                seconds, memory = measure("fit", path, "--facts", facts, "--no-config")
                name = os.path.basename(facts)
                print(f"{count} pods as {words}, {name}: {seconds:.1f} s, {memory:.0f} MiB")


if __name__ == "__main__":
    main()
