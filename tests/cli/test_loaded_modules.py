"""Which modules a run loads: start-up consists of little else, and a count does not flicker.

A module that a test names here as unexpected should be imported inside the function that needs it;
a check should say its `words`, or join the list when it may speak of any GPU Deployment.
"""

import subprocess
import sys
from pathlib import Path

import pytest

SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: server
spec:
  ports:
    - port: 80
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
SHOW = """
import atexit, sys
atexit.register(lambda: sys.stderr.write("loaded: " + " ".join(sys.modules)))
from gpulint.cli.main import main
main()
"""
COMMAND_LINE = {"gpulint.version", "gpulint.cli.main", "gpulint.core.errors"}
DOOR = {
    "gpulint.cli.check", "gpulint.cli.clock", "gpulint.cli.output", "gpulint.config.file",
    "gpulint.config.settings",
    "gpulint.core.fault", "gpulint.core.location", "gpulint.core.pointer",
    "gpulint.core.project_files", "gpulint.core.report", "gpulint.core.severity",
    "gpulint.engine.lint", "gpulint.engine.result", "gpulint.reporters.plain",
    "gpulint.reporters.style", "gpulint.reporters.summary", "gpulint.reporters.text",
    "gpulint.rulebook.load", "gpulint.source.examine", "gpulint.source.files",
    "gpulint.source.intake", "gpulint.source.limits", "gpulint.source.orderly",
    "gpulint.source.reader", "gpulint.source.screen",
}  # fmt: skip
JUDGEMENT = {
    "gpulint.authoring", "gpulint.catalog.kinds", "gpulint.catalog.near", "gpulint.catalog.paths",
    "gpulint.catalog.resources", "gpulint.catalog.tables", "gpulint.core.check",
    "gpulint.core.finding", "gpulint.core.problem", "gpulint.core.rule", "gpulint.engine.judge",
    "gpulint.engine.plan", "gpulint.engine.run", "gpulint.engine.vocabulary",
    "gpulint.model.affinity", "gpulint.model.container", "gpulint.model.context",
    "gpulint.model.manifests", "gpulint.model.pod", "gpulint.model.quantity",
    "gpulint.model.resource", "gpulint.model.schema", "gpulint.model.unusual",
    "gpulint.model.volume", "gpulint.model.workload", "gpulint.model.wrapped",
    "gpulint.rulebook.bind", "gpulint.source.assembly", "gpulint.source.composer",
    "gpulint.source.document", "gpulint.source.kustomize", "gpulint.source.parse",
    "gpulint.source.pieces", "gpulint.source.scalars", "gpulint.source.text",
    "gpulint.source.yaml_text", "gpulint.source.yaml_tree", "gpulint.source.yaml_value",
    "gpulint.validation.choices", "gpulint.validation.definitions",
    "gpulint.validation.kubernetes", "gpulint.validation.references",
    "gpulint.validation.trim", "gpulint.validation.violation",
    "gpulint.validation.walk", "gpulint.validation.words",
}  # fmt: skip
CHECKS = {
    "input.matches_kubernetes_schema", "operation.shm_left_small", "placement.toleration_is_legal",
    "resources.amount_is_quantity", "resources.device_at_pod_level",
    "resources.device_count_is_quantity",
    "resources.device_count_is_whole", "resources.device_name_is_current",
    "resources.device_name_is_known", "resources.device_name_is_qualified",
    "resources.device_request_equals_limit", "resources.device_request_has_limit",
    "resources.device_stands_under_limits",
}  # fmt: skip
HEAVY = {
    "dataclasses", "difflib", "fnmatch", "hashlib", "importlib.metadata", "json", "jsonschema",
    "jsonschema_rs", "kubernetes_validate", "logging", "pathlib", "string", "subprocess",
    "tempfile", "tomllib", "yaml",
}  # fmt: skip


def _loaded(folder: Path, *arguments: str) -> set[str]:
    """Names of all modules at the end of a run."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return set(done.stderr.rpartition("loaded: ")[2].split())


def _own(loaded: set[str]) -> set[str]:
    """Modules of gpulint that are neither packages nor checks."""
    own = {name for name in loaded if name.startswith("gpulint.") and ".checks" not in name}
    return {name for name in own if not any(other.startswith(f"{name}.") for other in loaded)}


def _checks(loaded: set[str]) -> set[str]:
    """The checks, as `category.name`."""
    names = (name.removeprefix("gpulint.checks.") for name in loaded if ".checks." in name)
    return {name for name in names if "." in name}


def _foreign(folder: Path) -> set[str]:
    """Heavy modules that this Python loads by itself, as some installers make it do."""
    shown = "import sys; sys.stderr.write('loaded: ' + ' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", shown], cwd=folder, capture_output=True, text=True, check=True
    )
    return HEAVY & set(done.stderr.rpartition("loaded: ")[2].split())


def test_the_version_loads_the_command_line_alone(tmp_path: Path) -> None:
    """It is a constant."""
    loaded = _loaded(tmp_path, "--version")
    expected = (COMMAND_LINE, _foreign(tmp_path))
    actual = (_own(loaded), loaded & HEAVY)
    assert expected == actual


@pytest.mark.parametrize("text", [SERVICE, "colour: blue\n", "not: [closed\n"])
def test_a_file_without_gpus_loads_neither_parser_nor_model(text: str, tmp_path: Path) -> None:
    """Most files of most commits are such; those that claim to be manifests must still be YAML."""
    (tmp_path / "a.yaml").write_text(text)
    loaded = _loaded(tmp_path, "check", "a.yaml")
    expected = (COMMAND_LINE | DOOR, set(), _foreign(tmp_path))
    actual = (_own(loaded), _checks(loaded), loaded & HEAVY)
    assert expected == actual


def test_a_deployment_loads_the_checks_that_could_speak_of_it(tmp_path: Path) -> None:
    """Hundreds of others, and the model behind them, would double the time of the run."""
    (tmp_path / "a.yaml").write_text(DEPLOYMENT)
    loaded = _loaded(tmp_path, "check", "a.yaml")
    expected: tuple[set[str], ...] = (set(), set(), {"yaml", "json"} | _foreign(tmp_path))
    actual = (
        _own(loaded) - COMMAND_LINE - DOOR - JUDGEMENT,
        _checks(loaded) - CHECKS,
        loaded & HEAVY,
    )
    assert expected == actual
