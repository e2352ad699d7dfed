"""`gpulint helm` as people call it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from gpulint.cli.helm import helm
from gpulint.core.errors import UsageError

OPERATOR = ("install", "gpu-operator", "nvidia/gpu-operator")


def findings(*words: str) -> list[tuple[str, str, int]]:
    result = CliRunner().invoke(helm, ["--format", "json", *words], catch_exceptions=False)
    report = json.loads(result.stdout)
    return [(each["id"], each["file"], each["column"]) for each in report["findings"]]


def test_misspelt_set_value_is_found_at_its_column() -> None:
    """The command is what the person will type again."""
    line = "helm install gpu-operator nvidia/gpu-operator --set mig.Strategy=mixed"
    actual = findings(*OPERATOR, "--set", "mig.Strategy=mixed")
    assert actual == [("GPU701", "<helm command>", line.index("mixed") + 1)]


def test_several_values_in_one_set_have_places_of_their_own() -> None:
    """`--set a=1,b=2` is common."""
    words = (*OPERATOR, "--set", "driver.enabled=true,gfd.enable=true")
    line = " ".join(("helm", *words))
    assert findings(*words) == [("GPU701", "<helm command>", line.rindex("true") + 1)]


def test_values_file_is_judged_for_the_chart_and_its_version(tmp_path: Path) -> None:
    """Which keys exist depends on the release."""
    file = tmp_path / "values.yaml"
    file.write_text("driver:\n  useOpenKernelModules: true\n")
    words = (*OPERATOR, "--version", "v25.10.0", "-f", str(file))
    assert findings(*words) == [("GPU703", file.as_posix(), 3)]


def test_good_command_is_clean() -> None:
    """Switches, versions and namespaces are no values."""
    more = ("--wait", "-n", "gpu-operator", "--create-namespace", "--set", "driver.enabled=false")
    assert findings(*OPERATOR, *more) == []


def test_other_command_is_a_mistake() -> None:
    """Guessing what `helm list` should check would help nobody."""
    with pytest.raises(UsageError, match="helm install"):
        findings("list")


def test_command_without_a_chart_is_a_mistake() -> None:
    """There is nothing to judge."""
    with pytest.raises(UsageError, match="names no chart"):
        findings("install")
