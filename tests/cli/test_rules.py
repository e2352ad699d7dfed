"""`gpulint rules` and `gpulint explain`, the last two in a copy of the checkout."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpulint.rulebook.load import rules

ROOT = Path(__file__).resolve().parents[2]
Cli = Callable[..., Any]
RULE = "rules/resources/device-count-odd.yaml"
CHECK = "gpulint/checks/resources/device_count_odd.py"


def test_every_rule_is_listed_once_in_the_order_of_ids(cli: Cli) -> None:
    """The list is what people search when they want to know what there is."""
    expected = [rule.id for rule in rules()]
    actual = [line.split()[0] for line in cli("rules", "list").out.splitlines()]
    assert expected == actual


def test_the_list_can_be_cut_to_a_category(cli: Cli) -> None:
    """A line tells id, severity, confidence, category and name."""
    expected = [
        [rule.id, rule.severity.label, rule.confidence.label, rule.category, rule.name]
        for rule in rules()
        if rule.category == "resources"
    ]
    out = cli("rules", "list", "--category", "resources").out
    actual = [line.split()[:5] for line in out.splitlines()]
    assert expected == actual


def test_an_unknown_category_is_the_users_mistake(cli: Cli) -> None:
    """An empty list would read as `nothing to fear there`."""
    ran = cli("rules", "list", "--category", "migg")
    expected = (2, "", "gpulint: no rule has the category 'migg'; there are ")
    actual = (ran.code, ran.out, ran.err[: len(expected[2])])
    assert expected == actual


@pytest.mark.parametrize("grip", ["GPU103", "device-count-fraction", "gpu103"])
def test_a_rule_is_explained_by_id_or_name(grip: str, cli: Cli) -> None:
    """Whatever stands in the report can be pasted."""
    ran = cli("explain", grip)
    expected = (0, "GPU103 device-count-fraction", "")
    actual = (ran.code, ran.out.splitlines()[0], ran.err)
    assert expected == actual


def test_an_unknown_rule_gets_the_near_name(cli: Cli) -> None:
    """One letter must not send anybody to the list."""
    expected = (
        2,
        "",
        "gpulint: no rule is called 'device-count-fractio'; did you mean device-count-fraction?\n",
    )
    actual = tuple(cli("explain", "device-count-fractio"))
    assert expected == actual


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the commands write to, cut down to two categories, its pages fresh."""
    tmp_path = tmp_path_factory.mktemp("checkout")
    for name in ("gpulint", "rules", "schemas"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (*(tmp_path / "rules").iterdir(), *(tmp_path / "gpulint/checks").iterdir()):
        if folder.is_dir() and folder.name not in ("input", "resources"):
            shutil.rmtree(folder)
    _run(tmp_path, "rules", "build")
    return tmp_path


def _run(checkout: Path, *arguments: str) -> tuple[int, list[str], str]:
    """Exit code, lines of output and errors of the copy's own gpulint."""
    done = subprocess.run(
        [sys.executable, "-m", "gpulint", *arguments],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    out = done.stdout.replace(str(checkout) + os.sep, "").splitlines()
    return done.returncode, out, done.stderr


def test_the_examples_of_named_rules_are_run(checkout: Path) -> None:
    """A contributor tests the one rule at hand."""
    expected = (0, [], "2 rules, 0 complaints\n")
    actual = _run(checkout, "rules", "test", "GPU103", "device-count-negative")
    assert expected == actual


def test_an_unknown_rule_cannot_be_tested(checkout: Path) -> None:
    """`0 rules, 0 complaints` would be green."""
    code, _, errors = _run(checkout, "rules", "test", "device-count-fractio")
    expected = (2, "did you mean device-count-fraction?\n")
    actual = (code, errors[-len(expected[1]) :])
    assert expected == actual


def test_a_rule_grows_from_the_scaffold_to_the_index(checkout: Path) -> None:
    """The quarter of an hour that CONTRIBUTING.md promises, step by step."""
    new = _run(checkout, "rules", "new", "device-count-odd", "--category", "resources")
    red = _run(checkout, "rules", "test", "device-count-odd")
    _write_rule(checkout)
    green = _run(checkout, "rules", "test", "device-count-odd")
    built, again = _run(checkout, "rules", "build"), _run(checkout, "rules", "build")
    explained = _run(checkout, "explain", "device-count-odd")
    expected = (
        (0, [f"wrote {RULE}", f"wrote {CHECK}"], ""),
        1,
        (0, [], "1 rule, 0 complaints\n"),
        (0, ["wrote rules/README.md", "wrote rules/resources/README.md"], ""),
        (0, [], ""),
        (0, "device-count-odd"),
    )
    actual = (new, red[0], green, built, again, (explained[0], explained[1][0].split()[1]))
    assert expected == actual


def test_an_authors_mistake_is_a_complaint_and_no_fault_of_gpulint(checkout: Path) -> None:
    """Exit code 3 and `please tell us` would send them to the issue tracker."""
    path = checkout / "rules/resources/half-written.yaml"
    path.write_text("")
    told = f"{path.relative_to(checkout)}:1: the file is empty; `gpulint rules new` writes a first text"
    built, tested = (
        _run(checkout, "rules", "build"),
        _run(checkout, "rules", "test", "half-written"),
    )
    path.unlink()
    expected = ((1, [told], "1 complaint\n"), (1, [told], "0 rules, 1 complaint\n"))
    actual = (built, tested)
    assert expected == actual


def _write_rule(checkout: Path) -> None:
    """What a contributor writes into the scaffold."""
    path = checkout / RULE
    found = re.search(r"^id: *(GPU\d+)", path.read_text(), re.MULTILINE)
    assert found is not None
    path.write_text(ODD.replace("GPU1XX", found[1]))
    (checkout / CHECK).write_text(ODD_CHECK)


ODD = """\
id: GPU1XX
name: device-count-odd
check: device_count_odd
severity: warning
confidence: high
needs: []
params: {}
message: "{owner} asks for {count} devices, an odd number"
why: Odd numbers of devices leave a half of a board idle.
fix: Ask for an even number.
references:
  - {title: A page, url: "https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/"}
since: "0.1"
status: preview
proof: {by: documentation, outcome: documented}
examples:
  - bad: |
      apiVersion: v1
      kind: Pod
      metadata: {name: trainer}
      spec:
        containers:
          - name: trainer
            image: registry.example.com/ml/trainer:1
            resources:
              limits:
                nvidia.com/gpu: 3  # <- GPU1XX
  - good: |
      apiVersion: v1
      kind: Pod
      metadata: {name: trainer}
      spec:
        containers:
          - name: trainer
            image: registry.example.com/ml/trainer:1
            resources:
              limits:
                nvidia.com/gpu: 4
  - near_miss: |
      apiVersion: v1
      kind: Pod
      metadata: {name: trainer}
      spec:
        containers:
          - name: trainer
            image: registry.example.com/ml/trainer:1
            resources:
              limits:
                cpu: 3
                nvidia.com/gpu: 2
"""
ODD_CHECK = '''\
"""Odd numbers of devices."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, ResourceRequirements, check, problem


@check(each=ResourceRequirements)
def device_count_odd(block: ResourceRequirements, context: Context) -> Iterator[Problem]:
    """Look at each amount of an accelerator."""
    for amount in block.accelerators().values():
        if amount.devices and amount.devices % 2 and amount.devices > 2:
            yield problem(amount.place, owner=block.owner, count=amount.devices)
'''
