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
    assert actual == [("GPU701", "<helm command>", line.index("mig.Strategy") + 1)]


def test_several_values_in_one_set_have_places_of_their_own() -> None:
    """`--set a=1,b=2` is common."""
    words = (*OPERATOR, "--set", "driver.enabled=true,gfd.enable=true")
    line = " ".join(("helm", *words))
    assert findings(*words) == [("GPU701", "<helm command>", line.index("gfd.enable") + 1)]


JSON = {
    '{"mig": {"Strategy": "mixed"}}': '"Strategy"',
    'mig={"Strategy": "mixed"}': '"Strategy"',
    'cdi.enabled=true,mig={"Strategy": "mixed"}': '"Strategy"',
    'mig.Strategy="mixed"': "mig.Strategy",
}


@pytest.mark.parametrize("value", JSON)
def test_json_is_judged_key_by_key(value: str) -> None:
    """`--set-json` is --set for whole trees; the key is inside the JSON."""
    line = " ".join(("helm", *OPERATOR, "--set-json", value))
    expected = [("GPU701", "<helm command>", line.index(JSON[value]) + 1)]
    actual = findings(*OPERATOR, "--set-json", value)
    assert expected == actual


MISTAKES = {
    ("--set", "mig.strategy"): "--set mig.strategy: mig.strategy has no value; "
    "write mig.strategy=VALUE",
    ("--set", "a=1,b"): "--set a=1,b: b has no value; write b=VALUE",
    ("--set",): "--set stands last and has no value; write one after it",
    ("--set-json", 'mig={"a": }'): '--set-json mig={"a": }: no JSON: expecting value',
    ("--set-json", "mig=1 2"): "--set-json mig=1 2: no JSON: more text after the value",
    ("--set-json", "mig"): "--set-json mig: write KEY=JSON, or one JSON object",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_what_helm_refuses_is_refused_here(words: tuple[str, ...]) -> None:
    """A green answer to a command that cannot run is worse than none."""
    expected = MISTAKES[words]
    with pytest.raises(UsageError) as raised:
        findings(*OPERATOR, *words)
    actual = str(raised.value)
    assert expected == actual


@pytest.mark.parametrize("folder", ["./nope", "/no/such/chart", "../nope"])
def test_a_chart_that_is_no_folder_is_a_mistake(folder: str) -> None:
    """A path with a slip must not be taken for a chart that is elsewhere."""
    expected = f"{folder}: no such chart; check the path"
    with pytest.raises(UsageError) as raised:
        findings("template", "x", folder)
    actual = str(raised.value)
    assert expected == actual


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


def test_options_before_the_verb_are_helms_own() -> None:
    """Many write the namespace first; its column is that of the command as typed."""
    words = ("--kube-context", "lab", "-n", "gpu", *OPERATOR, "--set", "mig.Strategy=mixed")
    line = " ".join(("helm", *words))
    assert findings(*words) == [("GPU701", "<helm command>", line.index("mig.Strategy") + 1)]


def test_a_misspelt_option_before_the_verb_is_a_mistake() -> None:
    """It was meant for gpulint, and would be lost."""
    with pytest.raises(UsageError, match="helm install"):
        findings("--fromat", "json", *OPERATOR)


@pytest.mark.parametrize(
    ("chart", "expected"),
    [
        ("nvidia/gpu-operator", []),
        (
            "oci://registry.example/trainer",
            [
                "gpulint: oci://registry.example/trainer is no folder here and no chart that gpulint "
                "knows, so it was not judged; fetch it with `helm pull --untar` and name the folder"
            ],
        ),
    ],
)
def test_a_chart_that_was_not_judged_is_told(chart: str, expected: list[str]) -> None:
    """A green answer about nothing looks like one about the chart."""
    ran = CliRunner().invoke(helm, ["--format", "json", "install", "x", chart])
    assert expected == [line for line in ran.stderr.splitlines() if "not judged" in line]
