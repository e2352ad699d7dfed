"""Measures how time and memory of a run grow with the number of objects.

Ten times the objects must not take much more than ten times as long: no rule may compare every
object with every other one. Processor time is compared, as other programs of the machine do not
change it much.

    python bench/scale.py [--small N]
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

DEPLOYMENT = """\
---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: server-{number}, namespace: team-{team}}}
spec:
  replicas: 2
  selector: {{matchLabels: {{app: server-{number}}}}}
  template:
    metadata: {{labels: {{app: server-{number}}}}}
    spec:
      nodeSelector: {{nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB}}
      tolerations: [{{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}}]
      containers:
        - name: server
          image: registry.example/server:1.0
          resources: {{limits: {{nvidia.com/gpu: 1, memory: 16Gi}}}}
"""
GROUP = """\
---
apiVersion: scheduling.volcano.sh/v1beta1
kind: PodGroup
metadata: {{name: group-{number}, namespace: team-{team}}}
spec: {{minMember: 10, queue: default}}
"""
MEMBER = """\
---
apiVersion: v1
kind: Pod
metadata:
  name: worker-{number}-{member}
  namespace: team-{team}
  annotations: {{scheduling.k8s.io/group-name: group-{number}}}
spec:
  schedulerName: volcano
  containers:
    - name: worker
      image: registry.example/worker:1.0
      resources: {{limits: {{nvidia.com/gpu: 1}}}}
"""
_TEAMS = 50
_MEMBERS = 10


def deployments(count: int) -> Iterator[str]:
    """Deployments that have nothing to do with each other."""
    for number in range(count):
        yield DEPLOYMENT.format(number=number, team=number % _TEAMS)


def gangs(count: int) -> Iterator[str]:
    """Groups, a fifth of the objects asked for, and ten pods for each that name it."""
    groups = range(count // 5)
    for number in groups:
        yield GROUP.format(number=number, team=number % _TEAMS)
    for number in groups:
        for member in range(_MEMBERS):
            yield MEMBER.format(number=number, team=number % _TEAMS, member=member)


def main() -> None:
    """Print seconds, MiB and the ratio of both sizes for each sort of objects."""
    parser = argparse.ArgumentParser(description="time and memory over the number of objects")
    parser.add_argument("--small", type=int, default=1000, help="objects of the small run [1000]")
    small = parser.parse_args().small
    print(f"{'objects':<14}{'number':>8}{'seconds':>9}{'ratio':>7}{'MiB':>6}")
    sorts: dict[str, Callable[[int], Iterator[str]]] = {"deployments": deployments, "gangs": gangs}
    with tempfile.TemporaryDirectory() as folder:
        for name, made in sorts.items():
            before = 0.0
            for count in (small, 10 * small):
                path = Path(folder, f"{name}-{count}.yaml")
                path.write_text("".join(made(count)), encoding="utf-8")
                seconds, mebibytes = _run(path)
                ratio = f"{seconds / before:.1f}" if before else ""
                print(f"{name:<14}{count:>8}{seconds:>9.2f}{ratio:>7}{mebibytes:>6}")
                before = seconds


def _run(path: Path) -> tuple[float, int]:
    """Processor seconds and peak MiB of a run over one file."""
    command = [sys.executable, "-m", "gpulint", "check", "--quiet", "--jobs", "1", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"gpulint ended with {process.returncode}")
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return used.ru_utime + used.ru_stime, used.ru_maxrss // unit


if __name__ == "__main__":
    main()
