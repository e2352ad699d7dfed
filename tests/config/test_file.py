import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpulint.config.file import find, load, merge, settings_from
from gpulint.config.settings import PathOverride, RuleSetting, Settings, Waiver
from gpulint.core.errors import ConfigError, UsageError
from gpulint.core.severity import Confidence, Severity

YAML = """\
kubernetes: "1.37"
complete: true
facts: [facts/nodes.yaml]
fail-on: never
min-severity: info
min-confidence: low
select: [GPU2]
baseline: known.yaml
ignore: [GPU203]
rules:
  GPU101: {severity: info, params: {most: 8}}
  GPU102: {off: true}
  GPU103: off
paths:
  - match: vendor/**
    ignore: [GPU1]
  - match: [a.yaml, b.yaml]
    rules: {GPU104: {off: true}}
externals:
  PriorityClass: [prod-high]
suppress:
  - rules: [GPU301]
    path: jobs/*
    reason: the nodes carry no taint
    until: 2027-01-31
helm:
  values: [prod.yaml]
"""
TOML = """\
[tool.gpulint]
kubernetes = "1.37"
complete = true
facts = ["facts/nodes.yaml"]
fail-on = "never"
min-severity = "info"
min-confidence = "low"
select = ["GPU2"]
baseline = "known.yaml"
ignore = ["GPU203"]
paths = [
  {match = "vendor/**", ignore = ["GPU1"]},
  {match = ["a.yaml", "b.yaml"], rules = {GPU104 = {off = true}}},
]
externals.PriorityClass = ["prod-high"]
helm.values = ["prod.yaml"]

[tool.gpulint.rules]
GPU101 = {severity = "info", params = {most = 8}}
GPU102.off = true
GPU103 = "off"

[[tool.gpulint.suppress]]
rules = ["GPU301"]
path = "jobs/*"
reason = "the nodes carry no taint"
until = 2027-01-31
"""
needs_toml = pytest.mark.skipif(sys.version_info < (3, 11), reason="TOML needs Python 3.11")


def _settings(folder: str, place: str) -> Settings:
    """What both texts above mean."""
    return Settings(
        facts=(os.path.join(folder, "facts/nodes.yaml"),),
        baseline=os.path.join(folder, "known.yaml"),
        complete=True,
        fail_on=None,
        min_severity=Severity.INFO,
        min_confidence=Confidence.LOW,
        select=("GPU2",),
        ignore=("GPU203",),
        kubernetes=37,
        values=(os.path.join(folder, "prod.yaml"),),
        rules={
            "GPU101": RuleSetting(Severity.INFO, {"most": 8}),
            "GPU102": RuleSetting(off=True),
            "GPU103": RuleSetting(off=True),
        },
        paths=(
            PathOverride(("vendor/**",), ("GPU1",)),
            PathOverride(("a.yaml", "b.yaml"), (), {"GPU104": RuleSetting(off=True)}),
        ),
        externals={"PriorityClass": ("prod-high",)},
        suppress=(
            Waiver(
                rules=("GPU301",),
                path="jobs/*",
                reason="the nodes carry no taint",
                until="2027-01-31",
                place=place,
            ),
        ),
        root=folder,
    )


def _written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def _complaint(path: str) -> list[str]:
    """The lines of the error that loading raises, without the folder."""
    with pytest.raises(ConfigError) as caught:
        load(path)
    return str(caught.value).replace(os.path.dirname(path) + "/", "").splitlines()


def test_yaml_gives_every_setting(tmp_path: Path) -> None:
    """What a team writes down once must hold in each run."""
    path = _written(tmp_path, ".gpulint.yaml", YAML)
    expected = _settings(str(tmp_path), f"{path}:22")
    actual = load(path)
    assert expected == actual._replace(places=expected.places)


def test_what_is_judged_later_keeps_its_line(tmp_path: Path) -> None:
    """Whether a rule or a file exists is found out during the run; the mistake still has a place."""
    path = _written(tmp_path, ".gpulint.yaml", YAML)
    lines = {
        ("select", 0): 7,
        ("baseline",): 8,
        ("ignore", 0): 9,
        ("facts", 0): 3,
        ("values", 0): 27,
        ("rules", "GPU101"): 11,
        ("rules", "GPU102"): 12,
        ("rules", "GPU103"): 13,
        ("paths", 0, "ignore", 0): 16,
        ("paths", 1, "rules", "GPU104"): 18,
        ("suppress", 0, "rules", 0): 22,
    }
    expected = {key: f"{path}:{line}" for key, line in lines.items()}
    actual = load(path).places
    assert expected == actual


def test_an_option_leaves_no_line_behind(tmp_path: Path) -> None:
    """The file is not to blame for `--facts nope.yaml`."""
    base = load(_written(tmp_path, ".gpulint.yaml", "facts: [a.yaml]\nignore: [GPU1]\n"))
    expected = [("ignore", 0)]
    actual = [*merge(base, {"facts": ("b.yaml",), "ignore": ("GPU2",)}).places]
    assert expected == actual


def test_a_release_is_quoted_as_it_is_written(tmp_path: Path) -> None:
    """1.30 is the number 1.3 to YAML, and 1.3 is another release."""
    path = _written(tmp_path, ".gpulint.yaml", "kubernetes: 1.30  # ours\n")
    expected = ['.gpulint.yaml:1: kubernetes must be string, not number; quote it: "1.30"']
    actual = _complaint(path)
    assert expected == actual


@needs_toml
def test_a_release_in_toml_is_quoted_as_it_is_written(tmp_path: Path) -> None:
    """The same number, the same loss."""
    path = _written(tmp_path, "pyproject.toml", "[tool.gpulint]\nkubernetes = 1.30  # ours\n")
    expected = ['pyproject.toml:2: kubernetes must be string, not number; quote it: "1.30"']
    actual = _complaint(path)
    assert expected == actual


@needs_toml
def test_toml_means_the_same(tmp_path: Path) -> None:
    """A Python project keeps its settings in one file."""
    path = _written(tmp_path, "pyproject.toml", TOML)
    expected = _settings(str(tmp_path), f"{path}:23")
    actual = load(path)
    assert expected == actual._replace(places=expected.places)


def test_empty_file_is_the_defaults(tmp_path: Path) -> None:
    """A file of comments alone is no mistake."""
    path = _written(tmp_path, ".gpulint.yaml", "# nothing yet\n")
    expected = Settings(root=str(tmp_path))
    actual = load(path)
    assert expected == actual


def test_every_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    """A misspelt key that is passed over would switch off what a team relies on."""
    text = (
        "fail_on: error\nkubernetes: 1.37\nrules:\n  GPU203:\n    severity: fatal\n"
        "paths:\n  - ignore: [GPU1]\n"
    )
    path = _written(tmp_path, ".gpulint.yaml", text)
    expected = [
        ".gpulint.yaml:1: unknown key 'fail_on'; did you mean fail-on?",
        '.gpulint.yaml:2: kubernetes must be string, not number; quote it: "1.37"',
        ".gpulint.yaml:5: severity must be one of error, warning, info, not fatal",
        ".gpulint.yaml:7: paths[0] needs a key 'match'",
    ]
    actual = _complaint(path)
    assert expected == actual


def test_rule_is_switched_off_or_changed(tmp_path: Path) -> None:
    """`on` would promise that the rule runs whatever else is set."""
    path = _written(tmp_path, ".gpulint.yaml", "rules: {GPU203: on}\n")
    expected = [".gpulint.yaml:1: GPU203 must be map, not boolean"]
    actual = _complaint(path)
    assert expected == actual


@needs_toml
def test_mistake_in_toml_has_its_line(tmp_path: Path) -> None:
    """The parser of TOML itself tells no places."""
    path = _written(tmp_path, "pyproject.toml", '[tool.gpulint]\n\nfail_on = "error"\n')
    expected = ["pyproject.toml:3: unknown key 'fail_on'; did you mean fail-on?"]
    actual = _complaint(path)
    assert expected == actual


@needs_toml
def test_broken_toml_is_the_users_mistake(tmp_path: Path) -> None:
    """No traceback reaches the user."""
    path = _written(tmp_path, "pyproject.toml", "[tool.gpulint\n")
    expected = "pyproject.toml: is no valid TOML"
    actual = ":".join(_complaint(path)[0].split(":")[:2])
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("facts:\n- x\n- [a\n", ".gpulint.yaml:3: the `[` that opens here is not closed correctly"),
        (
            "complete: 1\ncomplete: 2\n",
            ".gpulint.yaml:2: key 'complete' was given before, at line 1",
        ),
        ("facts: {{ x }}\n", ".gpulint.yaml:1: template text is no plain YAML: facts: {{ x }}"),
        ("\0", ".gpulint.yaml:1: a NUL byte; the file is damaged or no text"),
    ],
)
def test_broken_yaml_is_the_users_mistake(text: str, expected: str, tmp_path: Path) -> None:
    """No traceback reaches the user, and the line is named."""
    path = _written(tmp_path, ".gpulint.yaml", text)
    actual = _complaint(path)[0]
    assert expected == actual


@pytest.mark.parametrize("text", ["- a\n", "just text\n", "complete: true\n---\ncomplete: false\n"])
def test_anything_but_one_map_is_refused(text: str, tmp_path: Path) -> None:
    """It cannot mean anything, and to ignore it would be silence."""
    path = _written(tmp_path, ".gpulint.yaml", text)
    expected = ".gpulint.yaml"
    actual = _complaint(path)[0].split(":")[0]
    assert expected == actual


def test_broken_glob_is_told_with_its_line(tmp_path: Path) -> None:
    """It would raise in the middle of a run."""
    path = _written(tmp_path, ".gpulint.yaml", "paths:\n  - match: 'a[z-a]'\n    ignore: [GPU1]\n")
    expected = ".gpulint.yaml:2: 'a[z-a]' is no glob"
    actual = ":".join(_complaint(path)[0].split(":")[:3])
    assert expected == actual


def test_unreadable_file_is_the_users_mistake(tmp_path: Path) -> None:
    """`--config` may name a file that is not there."""
    expected = f"cannot read the configuration {tmp_path}/none.yaml: No such file or directory"
    with pytest.raises(UsageError) as caught:
        load(str(tmp_path / "none.yaml"))
    actual = str(caught.value)
    assert expected == actual


@pytest.mark.parametrize(
    ("files", "start", "expected"),
    [
        (["top/.gpulint.yaml"], "top/jobs/a.yaml", "top/.gpulint.yaml"),
        (["top/.gpulint.yml"], "top/jobs", "top/.gpulint.yml"),
        (["top/.gpulint.yaml", "top/jobs/.gpulint.yml"], "top/jobs", "top/jobs/.gpulint.yml"),
        (["top/pyproject.toml"], "top/jobs", "top/pyproject.toml"),
        (["top/pyproject.toml", "top/.gpulint.yaml"], "top", "top/.gpulint.yaml"),
        (["top/.gpulint.yaml"], "other", None),
    ],
)
def test_nearest_file_upward_is_found(
    files: list[str],
    start: str,
    expected: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The hook may start anywhere in the repository."""
    for file in files:
        _written(tmp_path, file, "[tool.gpulint]\n" if file.endswith("toml") else "")
    (tmp_path / "top" / "jobs").mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path)
    actual = find(start)
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[tool.gpulint]", "pyproject.toml"),
        ('[ tool . "gpulint" ]', "pyproject.toml"),
        ("[tool.gpulint.rules.GPU203]", "pyproject.toml"),
        ("[[tool.gpulint.suppress]]", "pyproject.toml"),
        ("[tool.gpulinter]", None),
        ("# see [tool.gpulint]", None),
        ("[project]\nname = 'gpulint'", None),
    ],
)
def test_pyproject_counts_only_with_a_table(
    text: str, expected: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most Python projects have the file and no wish about gpulint."""
    _written(tmp_path, "pyproject.toml", text)
    monkeypatch.chdir(tmp_path)
    actual = find("-")
    assert expected == actual


def test_plain_values_are_read_like_a_file() -> None:
    """Examples of rules carry settings of their own, without a file."""
    expected = Settings(min_severity=Severity.INFO, rules={"GPU203": RuleSetting(off=False)})
    actual = settings_from({"min-severity": "info", "rules": {"GPU203": {"off": False}}})
    assert expected == actual


def test_command_line_wins_and_adds_selectors() -> None:
    """Who ignores one more rule for a run does not want the others back."""
    base = Settings(ignore=("GPU1",), facts=("a.yaml",), fail_on=Severity.ERROR)
    expected = base._replace(ignore=("GPU1", "GPU2"), facts=("b.yaml",), fail_on=Severity.INFO)
    actual = merge(base, {"ignore": ("GPU2",), "facts": ("b.yaml",), "fail_on": Severity.INFO})
    assert expected == actual


def test_looking_for_a_file_loads_nothing_heavy() -> None:
    """Each start of the hook would pay for it."""
    heavy = {"yaml", "json", "tomllib", "datetime", "jsonschema", "jsonschema_rs", "pathlib"}
    program = "import sys; from gpulint.config.file import find; find('/'); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True
    )
    expected: set[str] = set()
    actual = heavy & set(done.stdout.split())
    assert expected == actual
