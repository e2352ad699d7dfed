"""What a facts file says, how old it is, and which ones are refused."""

from pathlib import Path

import pytest

from gpulint.core.errors import ConfigError, UsageError
from gpulint.engine.facts_file import Facts, facts_of
from gpulint.engine.facts_read import FACTS_OPTIONS, resources_in_files, resources_in_text
from gpulint.engine.facts_show import changes, shown
from gpulint.source.reader import read_bytes

FACTS = """\
schema: gpulint.facts/1
date: "2026-11-01"
covers: [Node, PriorityClass]
own_labels: [kubernetes.io/hostname]
nodes:
- count: 3
  metadata: {name: gpu-1, labels: {nvidia.com/gpu.product: NVIDIA-L4}}
  status: {allocatable: {nvidia.com/gpu: "2"}}
- count: 1
  metadata: {name: cpu-1}
  spec: {taints: [{key: team, value: web, effect: NoSchedule}]}
  status: {allocatable: {cpu: "8"}}
pending:
- {apiVersion: v1, kind: Pod, metadata: {name: waits}, spec: {}}
items: []
"""


def _facts(text: str, name: str = "cluster.yaml") -> Facts:
    return facts_of(name, read_bytes(name, text.encode(), FACTS_OPTIONS))


def test_a_facts_file_tells_nodes_kinds_and_pods_that_wait() -> None:
    """An empty list of a covered kind is knowledge too."""
    facts = _facts(FACTS)
    expected = (
        ["Node/gpu-1", "Node/cpu-1"],
        "2026-11-01",
        {"Node", "PriorityClass"},
        ["Pod/waits"],
    )
    actual = (
        [each.label for each in facts.resources],
        facts.date,
        set(facts.covers),
        [each.label for each in facts.pending],
    )
    assert expected == actual


def test_plain_objects_are_facts_without_a_date() -> None:
    """`kubectl get … -o yaml` is all that many people have."""
    facts = _facts("{apiVersion: v1, kind: Node, metadata: {name: gpu-1}}\n---\n{no: object}\n")
    expected = (["Node/gpu-1"], "", None)
    actual = ([each.label for each in facts.resources], facts.date, facts.age("2026-11-30"))
    assert expected == actual


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        (None, ""),
        ("2026-12-01", ""),
        (
            "2026-12-02",
            "cluster.yaml: these facts are 31 days old; "
            "renew them with `gpulint facts -o cluster.yaml`",
        ),
        ("nonsense", ""),
    ],
)
def test_old_facts_are_told(today: str | None, expected: str) -> None:
    """A fleet of last spring turns into false alarms."""
    actual = _facts(FACTS).notice(today)
    assert expected == actual


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "facts/1",
            "facts/9",
            "cluster.yaml:1: schema gpulint.facts/9 is not known; "
            "this release reads gpulint.facts/1",
        ),
        ("count: 3", "count: many", "cluster.yaml:6: count must be integer"),
        ("date:", "date: [", "cluster.yaml:2: "),
    ],
)
def test_a_wrong_facts_file_is_refused_at_its_line(old: str, new: str, expected: str) -> None:
    """Half an inventory would lie."""
    with pytest.raises(ConfigError) as raised:
        _facts(FACTS.replace(old, new))
    assert expected == str(raised.value)[: len(expected)]


def test_objects_of_a_text_are_read_in_order() -> None:
    """What kubectl prints is a list."""
    text = b"{kind: List, apiVersion: v1, items: [{kind: Pod, metadata: {name: a}}, {kind: Node}]}"
    expected = ["Pod/a", "Node"]
    actual = [each.label for each in resources_in_text("<kubectl>", text)]
    assert expected == actual


def test_a_facts_file_is_no_output_of_kubectl(tmp_path: Path) -> None:
    """Recording from a recording would give it a new date."""
    path = tmp_path / "cluster.yaml"
    path.write_text(FACTS)
    with pytest.raises(UsageError) as raised:
        resources_in_files([str(path)])
    expected = f"{path} is a facts file already; `gpulint facts show {path}` prints it"
    assert expected == str(raised.value)


QUEUES = "".join(
    f"---\n{{apiVersion: x.io/v1, kind: Queue, metadata: {{name: q{n}, namespace: ml}}, spec: {{w: 1}}}}\n"
    for n in range(10)
)


def test_the_table_shows_groups_names_and_what_is_missing() -> None:
    """A person checks at a glance whether it is the right cluster."""
    text = FACTS.replace(
        "items: []\n", "items:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: c}}\n"
    )
    expected = [
        "cluster.yaml: 4 nodes in 2 groups, of 2026-11-01",
        "",
        "NODES  EXAMPLE  PRODUCT    DEVICES           MIG AND SHARING  TAINTS",
        "3      gpu-1    NVIDIA-L4  nvidia.com/gpu 2  -                -",
        "1      cpu-1    -          -                 -                team=web:NoSchedule",
        "",
        "KIND       NAMES",
        "ConfigMap  c",
        "",
        "none of: PriorityClass",
    ]
    actual = list(shown(_facts(text)))
    assert expected == actual


def test_a_long_list_of_names_is_cut() -> None:
    """The table stays a table."""
    expected = [
        "cluster.yaml: 0 nodes in 0 groups, without a date",
        "",
        "KIND        NAMES",
        "Queue.x.io  ml/q0, ml/q1, ml/q2, ml/q3, ml/q4, ml/q5, ml/q6, ml/q7 and 2 more",
    ]
    actual = list(shown(_facts(QUEUES)))
    assert expected == actual


def test_changes_between_two_recordings_are_told_by_sort() -> None:
    """What came, what went, what is different: the rest stays unsaid."""
    one = _facts(FACTS + QUEUES)
    other = _facts(
        FACTS.replace("count: 3", "count: 5")
        + QUEUES.replace("q9", "q10").replace("w: 1", "w: 2", 1)
    )
    expected = [
        "+ Queue.x.io ml/q10: object",
        "- Queue.x.io ml/q9: object",
        "~ Queue.x.io ml/q0: spec changed",
        "~ nodes NVIDIA-L4 [nvidia.com/gpu: 2, nvidia.com/gpu.product=NVIDIA-L4]: 3 became 5",
    ]
    actual = sorted(changes(one, other))
    assert expected == actual
