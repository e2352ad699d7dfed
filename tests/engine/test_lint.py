"""The one door, end to end over tiny inputs and real rules."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from gpulint import engine
from gpulint.config.settings import PathOverride, RuleSetting, Settings
from gpulint.core.errors import ConfigError, UsageError
from gpulint.core.report import Input, Report, Skipped
from gpulint.core.severity import Confidence, Severity
from gpulint.engine import lint, lint_texts
from gpulint.validation.definitions import available

Lint = Callable[..., Report]
Spots = Callable[[Report], list[tuple[str, str, int]]]

NODE = """\
apiVersion: v1
kind: Node
metadata:
  name: gpu-1
  labels: {nvidia.com/gpu.product: NVIDIA-L4}
status:
  allocatable: {nvidia.com/gpu: "1"}
"""
SELECTING = """\
apiVersion: v1
kind: Pod
metadata:
  name: server
spec:
  nodeSelector:
    nvidia.com/gpu.product: Tesla-T4
  containers:
    - name: server
      image: registry.example/server:1.0
      resources:
        limits:
          nvidia.com/gpu: 1
"""
QUEUED = """\
apiVersion: batch/v1
kind: Job
metadata:
  name: sweep
  namespace: ml
  labels:
    kueue.x-k8s.io/queue-name: reserch
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: sweep
          image: registry.example/sweep:1.0
          resources:
            limits:
              nvidia.com/gpu: 1
"""
LOCAL_QUEUE = """\
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata:
  name: research
  namespace: ml
spec:
  clusterQueue: research
"""


def test_findings_are_sorted_by_file_line_and_column(run: Lint, spots: Spots, pod: str) -> None:
    """The order of arguments, of a folder or of rules must not move a line of a report."""
    expected = [
        ("GPU101", "a.yaml", 11),
        ("GPU103", "a.yaml", 13),
        ("GPU101", "b.yaml", 11),
        ("GPU103", "b.yaml", 13),
    ]
    actual = spots(run({"b.yaml": pod, "a.yaml": pod}))
    assert expected == actual


def test_a_finding_names_its_exact_place(run: Lint, pod: str) -> None:
    """A person goes to the line, a machine to the pointer; both must be right."""
    finding = run(pod).active[0]
    expected = (
        (11, 27, 11, 28),
        "/spec/containers/0/resources/requests/nvidia.com~1gpu",
        "          nvidia.com/gpu: 2",
        ("v1", "Pod", "", "trainer"),
    )
    actual = (
        tuple(finding.span),
        finding.pointer.text,
        finding.excerpt,
        tuple(finding.resource or ()),
    )
    assert expected == actual


def test_every_other_document_is_linted_beside_a_broken_one(
    run: Lint, spots: Spots, pod: str
) -> None:
    """One bad merge must not hide what its neighbours hold."""
    broken = "kind: Pod\nnvidia.com/gpu: [1\n---\n"
    expected = [("GPU001", "a.yaml", 2), ("GPU101", "a.yaml", 14), ("GPU103", "a.yaml", 16)]
    actual = spots(run(broken + pod))
    assert expected == actual


def test_an_alias_is_reported_where_it_is_used_and_related_to_its_anchor(
    run: Lint, pod: str
) -> None:
    """The anchor may be shared by containers that are right."""
    text = pod.replace("resources:", "resources: &block") + (
        "    - name: second\n      image: registry.example/second:1.0\n      resources: *block\n"
    )
    found = [f for f in run(text).active if f.id == "GPU103"]
    expected = [(13, []), (16, [13])]
    actual = [
        (f.span.line, [r.span.line for r in f.related if r.message.startswith("the value")])
        for f in found
    ]
    assert expected == actual


def test_fingerprints_survive_a_moved_line_and_a_renamed_file(run: Lint, pod: str) -> None:
    """A baseline that breaks with every edit above a finding is deleted within a week."""
    moved = "# a heading\n\n" + pod.replace("kind: Pod", "kind: Pod  # moved")
    expected = [f.fingerprint for f in run(pod).findings]
    actual = [f.fingerprint for f in run({"other/name.yaml": moved}).findings]
    assert expected == actual


def test_fingerprints_of_different_findings_differ(run: Lint, pod: str) -> None:
    """Two findings under one fingerprint would be silenced together."""
    text = f"{pod}---\n{pod.replace('name: trainer', 'name: other')}"
    fingerprints = [f.fingerprint for f in run(text).findings]
    expected = sorted(set(fingerprints))
    actual = sorted(fingerprints)
    assert expected == actual


def test_counts_tell_what_is_active_silenced_and_unchecked(run: Lint, pod: str) -> None:
    """The summary is what most people read."""
    text = (
        pod.replace("gpu: 2", "gpu: 2  # gpulint: ignore[GPU101]")
        + "---\n"
        + pod.replace("gpu: 2", "gpu: ${GPUS}").replace("gpu: 0.5", "gpu: ${GPUS}")
    )
    report = run(text)
    expected = {"error": 1, "warning": 0, "info": 0, "suppressed": 1, "documents": 2}
    actual = {key: count for key, count in report.counts.items() if key != "unchecked"}
    assert (expected, True) == (actual, report.counts["unchecked"] > 0)


def test_rules_of_the_findings_are_told_and_no_others(run: Lint, pod: str) -> None:
    """Reporters show why and fix of what was found; a hundred others would be noise."""
    expected = {"GPU101": "error", "GPU103": "error"}
    actual = {id: text.severity for id, text in run(pod).rules.items()}
    assert expected == actual


def test_a_file_without_gpus_is_counted_and_left_alone(run: Lint) -> None:
    """Nothing passes in silence, but what is no business of ours brings no finding either."""
    report = run("kind: ConfigMap\n")
    expected = ((), (Input("a.yaml", "skipped", 1),))
    actual = (report.findings, report.inputs)
    assert expected == actual


def test_prefilter_off_reads_every_document(run: Lint) -> None:
    """Somebody who doubts the prefilter can look behind it."""
    expected = 1
    actual = run("kind: ConfigMap\n", prefilter=False).counts["documents"]
    assert expected == actual


def test_a_rule_that_needs_facts_is_skipped_with_its_reason(run: Lint) -> None:
    """Silence for lack of knowledge must not look like approval."""
    expected = [Skipped("GPU330", "no facts were given (--facts)")]
    actual = [each for each in run(SELECTING).skipped if each.rule == "GPU330"]
    assert expected == actual


def test_facts_let_the_rule_speak(run: Lint, spots: Spots) -> None:
    """With an inventory the same input is known to stay pending."""
    expected = [("GPU330", "a.yaml", 7)]
    actual = spots(run(SELECTING, {"nodes.yaml": NODE}))
    assert expected == actual


def test_facts_are_no_subject_of_rules(run: Lint, spots: Spots, pod: str) -> None:
    """The cluster's own objects were not written by the one who is told."""
    expected: list[tuple[str, str, int]] = []
    actual = spots(run({}, {"dump.yaml": pod}))
    assert expected == actual


def test_absence_is_silent_and_listed_where_nothing_is_known(run: Lint) -> None:
    """The queue may well exist in the cluster."""
    report = run(QUEUED)
    expected = ((), [Skipped("GPU501", "nothing is known about LocalQueue (--facts, --complete)")])
    actual = (report.findings, [each for each in report.skipped if each.rule == "GPU501"])
    assert expected == actual


def test_absence_is_told_beside_siblings_of_the_kind(run: Lint, spots: Spots) -> None:
    """A near name among the input's own queues is a typo."""
    expected = [("GPU501", "a.yaml", 7)]
    actual = spots(run({"a.yaml": QUEUED, "queues.yaml": LOCAL_QUEUE}, ignore=("GPU503",)))
    assert expected == actual


def test_absence_is_told_when_the_input_is_complete(run: Lint, spots: Spots) -> None:
    """The user said that there is nothing else."""
    expected = [("GPU501", "a.yaml", 7)]
    actual = spots(run(QUEUED, complete=True))
    assert expected == actual


def test_external_names_are_not_missing(run: Lint, spots: Spots) -> None:
    """The configuration may tell of objects that live elsewhere."""
    expected: list[tuple[str, str, int]] = []
    actual = spots(run(QUEUED, complete=True, externals={"LocalQueue": ("reserch",)}))
    assert expected == actual


def test_severity_of_the_user_counts_and_sorts_out(run: Lint, pod: str) -> None:
    """A rule lowered to advice is left out by default and told on request."""
    rules = {"GPU103": RuleSetting(severity=Severity.INFO)}
    expected = ([("GPU101", "error")], [("GPU101", "error"), ("GPU103", "info")])
    default, asked = run(pod, rules=rules), run(pod, rules=rules, min_severity=Severity.INFO)
    actual = (
        [(f.id, f.severity.label) for f in default.findings],
        [(f.id, f.severity.label) for f in asked.findings],
    )
    assert expected == actual


def test_what_is_less_sure_than_asked_is_left_out(run: Lint, spots: Spots) -> None:
    """A pipeline that must not cry wolf asks for high confidence."""
    facts = {"nodes.yaml": NODE}
    expected: list[tuple[str, str, int]] = []
    actual = spots(run(SELECTING, facts, min_confidence=Confidence.HIGH))
    assert expected == actual


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"select": ("GPU103",)}, ["GPU103"]),
        ({"select": ("resources",), "ignore": ("device-count-fraction",)}, ["GPU101"]),
        ({"rules": {"device-count-fraction": RuleSetting(off=True)}}, ["GPU101"]),
    ],
)
def test_rules_are_chosen_by_settings(
    settings: dict[str, object], expected: list[str], run: Lint, pod: str
) -> None:
    """Ids, names and categories are all ways in which people call a rule."""
    actual = [f.id for f in run(pod, **settings).findings]
    assert expected == actual


OVERRIDES = [
    pytest.param(
        PathOverride(("vendor/**",), ignore=("GPU103",)), [("GPU101", "error")], id="ignore"
    ),
    pytest.param(
        PathOverride(("vendor/**",), rules={"GPU101": RuleSetting(off=True)}),
        [("GPU103", "error")],
        id="off",
    ),
    pytest.param(
        PathOverride(("vendor/**",), rules={"GPU101": RuleSetting(severity=Severity.WARNING)}),
        [("GPU101", "warning"), ("GPU103", "error")],
        id="severity",
    ),
    pytest.param(
        PathOverride(("other/**",), ignore=("resources",)),
        [("GPU101", "error"), ("GPU103", "error")],
        id="another-path",
    ),
]


@pytest.mark.parametrize(("override", "expected"), OVERRIDES)
def test_settings_for_paths_hold_in_those_files_alone(
    override: PathOverride, expected: list[tuple[str, str]], run: Lint, pod: str
) -> None:
    """What a vendor's folder is forgiven, our own files are not."""
    report = run({"vendor/x/pod.yaml": pod, "own.yaml": pod}, paths=(override,))
    ours = [("GPU101", "error"), ("GPU103", "error")]
    actual = (
        [(f.id, f.severity.label) for f in report.findings if f.file == "own.yaml"],
        [(f.id, f.severity.label) for f in report.findings if f.file != "own.yaml"],
    )
    assert (ours, expected) == actual


def test_the_later_override_wins(run: Lint, pod: str) -> None:
    """Like in .gitignore: the general first, then its exceptions."""
    paths = (
        PathOverride(("jobs/**",), ignore=("resources",)),
        PathOverride(("jobs/new/**",), rules={"GPU103": RuleSetting(off=False)}),
    )
    report = run({"jobs/old/a.yaml": pod, "jobs/new/a.yaml": pod}, paths=paths)
    expected = [("GPU103", "jobs/new/a.yaml")]
    actual = [(f.id, f.file) for f in report.findings]
    assert expected == actual


@pytest.mark.parametrize("facts", ["a: [\n", "a: 1\na: 2\n"])
def test_facts_that_cannot_be_read_end_the_run(facts: str, run: Lint, pod: str) -> None:
    """Half an inventory would turn into false alarms."""
    with pytest.raises(ConfigError) as raised:
        run(pod, {"nodes.yaml": facts})
    expected = {
        "a: [\n": "nodes.yaml:1: the text ends inside brackets or before a value",
        "a: 1\na: 2\n": "nodes.yaml:2: key 'a' was given before, at line 1",
    }[facts]
    assert expected == str(raised.value)


def test_facts_without_an_object_are_told(run: Lint, pod: str) -> None:
    """An empty export is a failed export."""
    expected = ("nodes.yaml: the facts hold no object",)
    actual = run(pod, {"nodes.yaml": "a: 1\n"}).notices
    assert expected == actual


def test_a_release_without_schemas_is_told(run: Lint, pod: str) -> None:
    """1.99 is a slip as often as a wish; the run says what it used instead."""
    newest = available()[-1]
    expected = (
        f"Kubernetes 1.99 is not known (1.{available()[0]} to 1.{newest} are); "
        f"the schemas of 1.{newest} are used",
    )
    actual = run(pod, kubernetes=99).notices
    assert expected == actual


def test_unknown_rule_is_told_even_where_there_is_nothing_to_lint(run: Lint) -> None:
    """A typo in the configuration must not wait for the first GPU."""
    with pytest.raises(UsageError) as raised:
        run("kind: ConfigMap\n", ignore=("device-count-fractoin",))
    expected = "no rule is called 'device-count-fractoin'; did you mean device-count-fraction?"
    assert expected == str(raised.value)


def test_files_and_texts_give_the_same_report(tmp_path: Path, pod: str) -> None:
    """The hook and the webhook enter by different doors."""
    path = tmp_path / "a.yaml"
    path.write_text(pod)
    facts = tmp_path / "nodes.yaml"
    facts.write_text(NODE)
    name = str(path)
    expected = lint_texts({name: pod.encode()}, Settings(), {"nodes.yaml": NODE.encode()})
    actual = lint([name], Settings(facts=(str(facts),)))
    assert expected == actual


def test_standard_input_is_a_source_like_others(spots: Spots, pod: str) -> None:
    """`helm template | gpulint check -` is how charts are linted in CI."""
    expected = [("GPU101", "<stdin>", 11), ("GPU103", "<stdin>", 13)]
    actual = spots(lint(["-"], Settings(), io.BytesIO(pod.encode())))
    assert expected == actual


def test_required_input_is_demanded(tmp_path: Path) -> None:
    """A mistyped folder in CI would be green for ever."""
    (tmp_path / "a.yaml").write_text("a: 1\n")
    with pytest.raises(UsageError) as raised:
        lint([str(tmp_path)], Settings(require_input=True))
    expected = f"nothing to lint in {tmp_path}; name files or folders with manifests"
    assert expected == str(raised.value)


def test_the_door_offers_nothing_else() -> None:
    """Names are loaded on first use, and a wrong one must say so at once."""
    with pytest.raises(AttributeError) as raised:
        engine.lnt  # noqa: B018  # the look-up is the test
    expected = "module 'gpulint.engine' has no attribute 'lnt'"
    assert expected == str(raised.value)
