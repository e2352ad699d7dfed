"""`gpulint fit` on the command line: exit codes, formats, the scenario."""

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from gpulint.validation.contracts import contract_errors

ROOT = Path(__file__).resolve().parents[2]
Cli = Callable[..., Any]
NODE = """\
apiVersion: v1
kind: Node
metadata: {name: a, labels: {nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB}}
status: {allocatable: {cpu: "8", memory: 32Gi, pods: "110", nvidia.com/gpu: "2"}}
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}
"""


@pytest.fixture
def facts(tmp_path: Path) -> str:
    """Name of a file with one node of two cards."""
    (tmp_path / "nodes.yaml").write_text(NODE)
    return "nodes.yaml"


def _scenario(cli: Cli, monkeypatch: pytest.MonkeyPatch, side: str, *more: str) -> Any:
    monkeypatch.chdir(ROOT)
    return cli("fit", f"fixtures/scenario/{side}", *more)


def test_the_faulty_platform_does_not_fit(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gang never starts on eight cards, two jobs block each other, and cards are stranded."""
    ran = _scenario(cli, monkeypatch, "before", "--format", "json")
    answer = json.loads(ran.out)
    words = {each["resource"]["name"]: each["verdict"] for each in answer["workloads"]}
    names = [each["resource"]["name"] for each in answer["workloads"]]
    expected = (1, "never", [["ddp-a", "ddp-b"]], 0.125, 7)
    actual = (
        ran.code,
        words["llm-pretrain"],
        [[names[n] for n in group] for group in answer["deadlocks"]],
        answer["totals"]["utilization"],
        sum(each["cards"] for each in answer["stranded"]),
    )
    assert expected == actual


@pytest.mark.parametrize("side", ["before", "after"])
def test_the_answer_keeps_its_contract(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    """Dashboards read it; what the schema does not name, nobody can rely on."""
    answer = json.loads(_scenario(cli, monkeypatch, side, "--format", "json").out)
    schema = json.loads((ROOT / "schemas" / "fit.schema.json").read_text("utf-8"))
    expected = ((), set())
    actual = (contract_errors(answer, "fit"), set(_unnamed(answer, schema)))
    assert expected == actual


def _unnamed(value: Any, schema: Any) -> Iterator[str]:
    """Keys that a schema does not name."""
    if isinstance(value, list):
        for each in value:
            yield from _unnamed(each, schema["items"])
    elif isinstance(value, dict):
        for key, each in value.items():
            below = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            yield from [key] if below is None else _unnamed(each, below)


def test_the_gang_that_never_starts_is_told_by_node(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight cards in one pod, and no node has more than four."""
    answer = json.loads(_scenario(cli, monkeypatch, "before", "--format", "json").out)
    expected = [
        ("gpu-1", "resources", "nvidia.com/gpu: 4 offered, 8 asked"),
        ("gpu-2", "resources", "nvidia.com/gpu: 3 offered, 8 asked"),
    ]
    (gang,) = (e for e in answer["workloads"] if e["resource"]["name"] == "llm-pretrain")
    actual = [(each["where"], each["because"], each["detail"]) for each in gang["reasons"]]
    assert expected == actual


def test_the_mended_platform_fits_and_uses_the_cards(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the advice leads to: all workloads run, and more than nine of ten cards are in use."""
    ran = _scenario(cli, monkeypatch, "after", "--format", "json")
    answer = json.loads(ran.out)
    expected = (0, True, {"fits"}, True)
    verdicts = {each["verdict"] for each in answer["workloads"]}
    actual = (ran.code, answer["fits"], verdicts, answer["totals"]["utilization"] >= 0.9)
    assert expected == actual


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        named = [v for k, v in attrs if k in ("src", "href") or k.startswith("on")]
        self.outside += [v or "" for v in named]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_shows_every_node_and_runs_no_script(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is opened from a mail or a build's artifacts, where nothing else can be fetched."""
    page = _Page()
    page.feed(_scenario(cli, monkeypatch, "before", "--format", "html").out)
    expected = (["gpu-1", "gpu-2"], 0, 1, [])
    actual = (
        [text for text in page.texts if re.fullmatch(r"gpu-\d", text)],
        page.tags.count("script"),
        page.tags.count("svg"),
        page.outside,
    )
    assert expected == actual


def test_the_picture_has_a_box_for_every_device(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven whole cards and seven slices, each with its owner."""
    out = _scenario(cli, monkeypatch, "after", "--format", "html").out
    owners = re.findall(r"<title>(nvidia[^<]*)</title>", out)
    expected = {"Job ml/llm-pretrain": 4, "Deployment ml/chat": 2, "free": 2, "all": 14}
    counted = {who: sum(each.endswith(f": {who}") for each in owners) for who in expected}
    actual = {**counted, "all": len(owners)}
    assert expected == actual


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html"])
def test_the_same_input_gives_the_same_bytes(
    cli: Cli, facts: str, tmp_path: Path, form: str
) -> None:
    """A difference in a pull request must be a difference in the cluster."""
    (tmp_path / "pod.yaml").write_text(POD)
    call = ("fit", "pod.yaml", "--facts", facts, "--format", form)
    expected, actual = cli(*call), cli(*call)
    assert expected == actual


def test_text_tells_verdict_and_totals(cli: Cli, facts: str, tmp_path: Path) -> None:
    """The whole answer for the simplest case."""
    (tmp_path / "pod.yaml").write_text(POD)
    expected = """\
fits  Pod p  1 pod

1 of 2 cards in use (50 %); at most 1 with these workloads
1 of 2 nvidia.com/gpu
stranded:
  1 nvidia.com/gpu, 1 cards: nothing asks (nothing asks for it)
"""
    actual = cli("fit", "pod.yaml", "--facts", facts).out
    assert expected == actual


@pytest.mark.parametrize(("replicas", "expected"), [("0", "0 pods"), ("two", "? pods")])
def test_none_and_unknown_are_told_apart(
    replicas: str, expected: str, cli: Cli, facts: str, tmp_path: Path
) -> None:
    """A Deployment that is scaled to nothing is not one of unknown size."""
    template = "{spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]}}"
    (tmp_path / "d.yaml").write_text(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\n"
        f"spec: {{replicas: {replicas}, template: {template}}}\n"
    )
    actual = cli("fit", "d.yaml", "--facts", facts).out.splitlines()[0]
    assert actual.endswith(f"Deployment d  {expected}")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("pod.yaml",), (2, "no facts: give --facts FILE")),
        (("nodes.yaml", "--facts", "nodes.yaml"), (2, "no workload in nodes.yaml")),
        (("gone.yaml", "--facts", "nodes.yaml"), (2, "gone.yaml: ")),
        (("broken.yaml", "--facts", "nodes.yaml"), (1, "broken.yaml:1: ")),
    ],
)
def test_a_call_that_cannot_be_answered_says_why(
    cli: Cli, facts: str, tmp_path: Path, arguments: tuple[str, ...], expected: tuple[int, str]
) -> None:
    """Silence would read as "it fits"."""
    (tmp_path / "pod.yaml").write_text(POD)
    (tmp_path / "broken.yaml").write_text("a: [\n")
    ran = cli("fit", *arguments)
    actual = (ran.code, ran.err.removeprefix("gpulint: ")[: len(expected[1])])
    assert expected == actual


def test_a_mig_plan_is_a_file_for_mig_parted(cli: Cli, facts: str, tmp_path: Path) -> None:
    """One card is cut for the slices, the other stays whole for the pod that needs it."""
    slices = POD.replace("name: p", "name: s").replace(
        "nvidia.com/gpu: 1", "nvidia.com/mig-3g.40gb: 2"
    )
    (tmp_path / "pods.yaml").write_text(f"{POD}---\n{slices}")
    ran = cli("fit", "pods.yaml", "--facts", facts, "--plan-mig")
    expected = """\
# MIG plan by gpulint: 2 of 2 slices hosted, no layout of these cards hosts more.
# Cards in use: 50 % before, 92 % after.
# Needs the MIG strategy mixed. Select a layout by the label of a node:
#   kubectl label node a nvidia.com/mig.config=gpulint-1 --overwrite
version: v1
mig-configs:
  gpulint-1:
  - devices: [0]
    mig-enabled: false
  - devices: [1]
    mig-enabled: true
    mig-devices:
      "3g.40gb": 2
"""
    actual = ran.out
    assert expected == actual


def test_old_facts_are_told(cli: Cli, tmp_path: Path) -> None:
    """A cluster changes, and the file does not."""
    (tmp_path / "pod.yaml").write_text(POD)
    head = 'schema: gpulint.facts/1\ndate: "2020-01-31"\nitems:\n'
    (tmp_path / "old.yaml").write_text(head + "- " + NODE.replace("\n", "\n  ").rstrip() + "\n")
    expected = "old.yaml: these facts are "
    actual = cli("fit", "pod.yaml", "--facts", "old.yaml").err.removeprefix("gpulint: ")
    assert expected == actual[: len(expected)]


def test_a_recorded_cluster_gives_the_same_answer(cli: Cli, facts: str, tmp_path: Path) -> None:
    """The facts file must hold all that placing needs."""
    (tmp_path / "pod.yaml").write_text(POD)
    cli("facts", "--from", facts, "-o", "facts.yaml")
    expected = cli("fit", "pod.yaml", "--facts", facts)
    actual = cli("fit", "pod.yaml", "--facts", "facts.yaml")
    assert expected == actual
