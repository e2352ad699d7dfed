"""Measures how long whole runs of gpulint take, as multiples of `python -c pass`.

A hook starts at every commit, so its start-up is what people wait for. The commands take turns, so
that a busy moment of the machine meets all of them alike; ratios compare minima and medians.

    python bench/startup.py [--runs N] [--json]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

PLAIN = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  colour: blue
"""
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: server
spec:
  replicas: 2
  selector:
    matchLabels: {app: server}
  template:
    metadata:
      labels: {app: server}
    spec:
      tolerations:
        - {key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}
      containers:
        - name: server
          image: registry.example/server:1.0
          resources:
            limits:
              nvidia.com/gpu: 1
"""


def main() -> None:
    """Measure and print a table, or JSON for a comparison over time."""
    parser = argparse.ArgumentParser(description="start-up of gpulint over `python -c pass`")
    parser.add_argument("--runs", type=int, default=30, help="runs of each command [30]")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        commands = _commands(Path(folder))
        taken = _measure(commands, options.runs, folder)
        modules = {name: _modules(command, folder) for name, command in commands.items()}
    rows = _rows(taken, modules)
    print(json.dumps(rows, indent=2) if options.json else _table(rows))


def _commands(folder: Path) -> dict[str, Sequence[str]]:
    """What is run, by the name in the table; the first is what all others are divided by."""
    (folder / "plain.yaml").write_text(PLAIN)
    (folder / "deployment.yaml").write_text(DEPLOYMENT)
    script = os.path.join(os.path.dirname(sys.executable), "gpulint")
    gpulint = [script] if os.path.exists(script) else [sys.executable, "-m", "gpulint"]
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "gpulint --version": [*gpulint, "--version"],
        "one file without GPU": [*gpulint, "check", "plain.yaml"],
        "one GPU Deployment": [*gpulint, "check", "deployment.yaml"],
    }


def _measure(commands: dict[str, Sequence[str]], runs: int, folder: str) -> dict[str, list[float]]:
    """Milliseconds of each run by command; a first round, which fills caches, does not count."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    # An installation has its modules compiled; a first round that may not keep them would not.
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    for turn in range(runs + 1):
        for name, command in commands.items():
            start = time.perf_counter()
            done = subprocess.run(command, cwd=folder, env=kept, capture_output=True, check=False)
            spent = (time.perf_counter() - start) * 1000
            if done.returncode not in (0, 1):
                sys.exit(f"{name} ended with {done.returncode}: {done.stderr.decode()[-500:]}")
            if turn:
                taken[name].append(spent)
    return taken


def _modules(command: Sequence[str], folder: str) -> list[str]:
    """The modules that a command imports, in order."""
    traced = [sys.executable, "-v", *command[command[0] == sys.executable :]]
    done = subprocess.run(traced, cwd=folder, capture_output=True, text=True, check=False)
    told = (line.split("'") for line in done.stderr.splitlines() if line.startswith("import '"))
    return [parts[1] for parts in told]


def _rows(taken: dict[str, list[float]], modules: dict[str, list[str]]) -> list[dict[str, object]]:
    """Minimum and median of each command, in milliseconds and over the first one's, and its imports.

    checks: how many of the modules hold a check, three or more levels below gpulint.checks.
    """
    first = next(iter(taken.values()))
    return [
        {
            "command": name,
            "min_ms": round(min(spent), 1),
            "median_ms": round(statistics.median(spent), 1),
            "min_ratio": round(min(spent) / min(first), 2),
            "median_ratio": round(statistics.median(spent) / statistics.median(first), 2),
            "modules": len(modules[name]),
            "checks": sum(
                m.startswith("gpulint.checks.") and m.count(".") > 2 for m in modules[name]
            ),
        }
        for name, spent in taken.items()
    ]


def _table(rows: Sequence[dict[str, object]]) -> str:
    """The rows for people."""
    lines = [
        f"{'command':<24}{'min ms':>9}{'median ms':>11}{'min ×':>8}{'median ×':>10}"
        f"{'modules':>9}{'checks':>8}"
    ]
    lines += [
        f"{row['command']:<24}{row['min_ms']:>9}{row['median_ms']:>11}"
        f"{row['min_ratio']:>8}{row['median_ratio']:>10}"
        f"{row['modules']:>9}{row['checks']:>8}"
        for row in rows
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
