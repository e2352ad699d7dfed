"""The door of placement: what counts as facts, as running and as waiting."""

from pathlib import Path

import pytest

from gpulint.config.settings import Settings
from gpulint.core.errors import UsageError
from gpulint.engine.fit import FitRun, fit_paths

NODE = """\
apiVersion: v1
kind: Node
metadata: {name: gpu-1}
status: {allocatable: {nvidia.com/gpu: "2", cpu: "8", pods: "10"}}
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {{name: {name}}}
spec:
  nodeName: {node}
  containers:
  - name: main
    image: registry.example/main:1
    resources: {{limits: {{nvidia.com/gpu: {gpus}}}}}
status: {{phase: {phase}}}
"""


def _pod(name: str, gpus: int, node: str = "", phase: str = "Pending") -> str:
    return POD.format(name=name, gpus=gpus, node=node or '""', phase=phase)


def _fit(folder: Path, facts: str, text: str, **options: bool) -> FitRun:
    (folder / "facts.yaml").write_text(facts)
    (folder / "a.yaml").write_text(text)
    settings = Settings(facts=(str(folder / "facts.yaml"),), jobs=1)
    return fit_paths([str(folder / "a.yaml")], settings, **options)


def _words(run: FitRun) -> list[tuple[str, str]]:
    return [(each.resource.label, each.words) for each in run.answer.verdicts]


def test_placement_without_facts_is_refused() -> None:
    """There is nothing to place on."""
    with pytest.raises(UsageError) as raised:
        fit_paths(["."], Settings())
    expected = "no facts: give --facts FILE, which `gpulint facts -o FILE` writes"
    assert expected == str(raised.value)


def test_what_runs_counts_on_request_and_only_while_it_runs(tmp_path: Path) -> None:
    """The question may be about the fleet or about this minute."""
    facts = (
        NODE
        + "---\n"
        + _pod("runs", 1, "gpu-1", "Running")
        + "---\n"
        + _pod("over", 2, "gpu-1", "Failed")
    )
    text = _pod("new", 2)
    expected = [[("Pod/new", "fits")], [("Pod/new", "fits 0 of 1")]]
    runs = [_fit(tmp_path, facts, text, occupied=occupied) for occupied in (False, True)]
    actual = [_words(run) for run in runs]
    assert expected == actual


def test_facts_that_tell_no_pods_are_said(tmp_path: Path) -> None:
    """An empty cluster and an unknown one are not the same."""
    expected = ("the facts tell nothing of running pods; record them with `gpulint facts --pods`",)
    actual = _fit(tmp_path, NODE, _pod("new", 1), occupied=True).notices
    assert expected == actual


def test_pods_of_the_facts_that_wait_come_first_on_request(tmp_path: Path) -> None:
    """They were there before."""
    facts = NODE + "---\n" + _pod("waits", 2)
    expected = [[("Pod/new", "fits")], [("Pod/waits", "fits"), ("Pod/new", "fits 0 of 1")]]
    runs = [_fit(tmp_path, facts, _pod("new", 2), pending_first=first) for first in (False, True)]
    actual = [_words(run) for run in runs]
    assert expected == actual


def test_an_input_that_could_not_be_read_is_told(tmp_path: Path) -> None:
    """Its workloads are missing in the answer."""
    expected = (f"{tmp_path}/a.yaml:13: the text ends inside brackets or before a value",)
    actual = _fit(tmp_path, NODE, _pod("new", 1) + "---\nkind: Pod\na: [\n").unread
    assert expected == actual
