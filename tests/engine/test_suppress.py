"""Every way to silence a finding, and what each leaves standing."""

from collections.abc import Callable

import pytest

from gpulint.config.settings import Waiver
from gpulint.core.finding import Suppressed
from gpulint.core.report import Report
from gpulint.engine.suppress import is_date

Lint = Callable[..., Report]
TODAY = "2026-05-05"
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: chat
spec:
  selector: {matchLabels: {app: chat}}
  template:
    metadata:
      labels: {app: chat}
      annotations:
        gpulint.io/ignore: device-count-fraction
        gpulint.io/ignore-reason: shared by the scheduler
    spec:
      containers:
        - name: chat
          image: registry.example/chat:1.0
          resources:
            requests:
              cpu: 1
              nvidia.com/gpu: 1
            limits:
              nvidia.com/gpu: 0.5
"""


def _silenced(report: Report) -> list[tuple[str, str]]:
    """Each finding with what silences it, `-` for nothing."""
    return [(f.id, f.suppressed.by if f.suppressed else "-") for f in report.findings]


COMMENTS = [
    pytest.param("gpu: 2", "gpu: 2  # gpulint: ignore[GPU101]", ["GPU101"], id="same-line"),
    pytest.param(
        "          nvidia.com/gpu: 2",
        "          # gpulint: ignore[GPU101]\n          nvidia.com/gpu: 2",
        ["GPU101"],
        id="line-above",
    ),
    pytest.param(
        "gpu: 2",
        "gpu: 2  # gpulint: ignore[device-request-differs-from-limit]",
        ["GPU101"],
        id="by-name",
    ),
    pytest.param("gpu: 2", "gpu: 2  # gpulint: ignore[resources]", ["GPU101"], id="by-category"),
    pytest.param("gpu: 2", "gpu: 2  # gpulint: ignore[GPU1]", ["GPU101"], id="by-prefix"),
    pytest.param("gpu: 2", "gpu: 2  # gpulint: ignore", ["GPU101"], id="all-rules"),
    pytest.param("gpu: 2", "gpu: 2  # gpulint: ignore[gpu101]", ["GPU101"], id="small-letters"),
    pytest.param("gpu: 2", "gpu: 2  # gpulint: ignore GPU103", [], id="no-brackets"),
    pytest.param("gpu: 2", "gpu: 2  # gpulint: ignore[GPU103]", [], id="another-rule"),
    pytest.param("kind", "# gpulint: ignore-file\nkind", ["GPU101", "GPU103"], id="file"),
    pytest.param("kind", "# gpulint: ignore-file[GPU103]\nkind", ["GPU103"], id="file-one-rule"),
    pytest.param(
        "gpu: 2", f"gpu: 2  # gpulint: ignore[GPU101] until={TODAY}", ["GPU101"], id="last-day"
    ),
    pytest.param("gpu: 2", "gpu: 2  # gpulint: ignore[GPU101] until=2026-05-04", [], id="expired"),
    pytest.param("gpu: 2", "gpu: 2  # gpulint: ignore[GPU101] until=soon", [], id="no-date"),
]


@pytest.mark.parametrize(("old", "new", "expected"), COMMENTS)
def test_a_comment_silences_what_it_names_where_it_stands(
    old: str, new: str, expected: list[str], run: Lint, pod: str
) -> None:
    """Too little and people give up; too much and a real fault passes."""
    report = run(pod.replace(old, new), today=TODAY)
    actual = [f.id for f in report.findings if f.suppressed]
    assert expected == actual


def test_a_silenced_finding_stays_in_the_report_with_its_reason(run: Lint, pod: str) -> None:
    """An audit must see what was waved through, and why."""
    text = pod.replace("gpu: 2", "gpu: 2  # gpulint: ignore[GPU101] the webhook mends it")
    expected = [Suppressed("comment", "the webhook mends it", "a.yaml", 11), None]
    actual = [f.suppressed for f in run(text).findings]
    assert expected == actual


def test_a_comment_of_one_file_does_not_reach_another(run: Lint, pod: str) -> None:
    """`ignore-file` means the file in which it stands."""
    report = run({"a.yaml": "# gpulint: ignore-file\n" + pod, "b.yaml": pod})
    expected = ["b.yaml", "b.yaml"]
    actual = [f.file for f in report.active]
    assert expected == actual


def test_a_comment_inside_a_block_of_text_is_text(run: Lint, pod: str) -> None:
    """A script in a manifest may speak of gpulint without meaning it."""
    text = pod.replace(
        "  name: trainer\nspec", "  annotations:\n    note: |\n      # gpulint: ignore-file\nspec"
    )
    expected = ["GPU101", "GPU103"]
    actual = [f.id for f in run(text).active]
    assert expected == actual


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("GPU101", ["GPU101"]),
        ("GPU101, device-count-fraction", ["GPU101", "GPU103"]),
        ("resources", ["GPU101", "GPU103"]),
        ("all", ["GPU101", "GPU103"]),
        ("gpu101, Device-Count-Fraction", ["GPU101", "GPU103"]),
        (f"GPU101, GPU103 until={TODAY}", ["GPU101", "GPU103"]),
        ("GPU101 until=2026-05-04", []),
        ("until=2027-01-31", []),
        ("GPU2", []),
    ],
)
def test_an_annotation_of_the_object_silences_all_inside_it(
    value: str, expected: list[str], run: Lint, pod: str
) -> None:
    """Charts and generators can set annotations where comments get lost."""
    text = pod.replace("\nspec", f'\n  annotations: {{gpulint.io/ignore: "{value}"}}\nspec', 1)
    actual = [f.id for f in run(text, today=TODAY).findings if f.suppressed]
    assert expected == actual


def test_an_annotation_of_the_pod_template_silences_what_it_names(run: Lint) -> None:
    """Of a workload's author the template is often the only part."""
    expected = [("GPU101", "-"), ("GPU103", "annotation")]
    actual = _silenced(run(DEPLOYMENT))
    assert expected == actual


def test_an_annotation_carries_its_reason(run: Lint) -> None:
    """The reason is why anybody may keep it."""
    expected = [Suppressed("annotation", "shared by the scheduler", "a.yaml", 11)]
    actual = [f.suppressed for f in run(DEPLOYMENT).findings if f.suppressed]
    assert expected == actual


@pytest.mark.parametrize(("day", "expected"), [("2026-05-04", "-"), (TODAY, "annotation")])
def test_an_annotation_holds_until_its_last_day(day: str, expected: str, run: Lint) -> None:
    """What is silenced for a sprint must come back after it."""
    reason = "gpulint.io/ignore-reason: shared by the scheduler"
    text = DEPLOYMENT.replace(reason, f'gpulint.io/ignore-until: "{day}"')
    actual = dict(_silenced(run(text, today=TODAY)))["GPU103"]
    assert expected == actual


WAIVERS = [
    pytest.param(Waiver(rules=("GPU103",)), ["GPU103"], id="rule"),
    pytest.param(Waiver(), ["GPU101", "GPU103"], id="every-rule"),
    pytest.param(Waiver(rules=("resources",), path="jobs/**"), ["GPU101", "GPU103"], id="path"),
    pytest.param(Waiver(rules=("resources",), path="jobs"), ["GPU101", "GPU103"], id="folder"),
    pytest.param(Waiver(rules=("resources",), path="other/**"), [], id="other-path"),
    pytest.param(Waiver(rules=("GPU101",), kind="Pod", name="train*"), ["GPU101"], id="kind-name"),
    pytest.param(Waiver(rules=("GPU101",), kind="Job"), [], id="other-kind"),
    pytest.param(Waiver(rules=("GPU101",), namespace="ml"), [], id="other-namespace"),
    pytest.param(Waiver(rules=("GPU101",), until="2026-05-04"), [], id="expired"),
    pytest.param(Waiver(rules=("GPU101",), until=TODAY), ["GPU101"], id="last-day"),
]


@pytest.mark.parametrize(("waiver", "expected"), WAIVERS)
def test_a_waiver_of_the_configuration_silences_its_scope(
    waiver: Waiver, expected: list[str], run: Lint, pod: str
) -> None:
    """A platform team waives what it cannot edit, and no more than that."""
    report = run({"jobs/a.yaml": pod}, suppress=(waiver,), today=TODAY)
    actual = [f.id for f in report.findings if f.suppressed]
    assert expected == actual


def test_a_waiver_for_objects_spares_text_that_holds_none(run: Lint) -> None:
    """A broken file has no kind that a waiver could mean."""
    waiver = Waiver(rules=("GPU001",), kind="Pod")
    expected = [("GPU001", "-")]
    actual = _silenced(run("kind: Pod\nnvidia.com/gpu: [1\n", suppress=(waiver,)))
    assert expected == actual


def test_globs_of_a_waiver_start_from_the_configurations_folder(run: Lint, pod: str) -> None:
    """The file names are as given on the command line, from wherever it was called."""
    waiver = Waiver(rules=("resources",), path="jobs/*.yaml")
    report = run({"repository/jobs/a.yaml": pod}, suppress=(waiver,), root="repository")
    expected = [("GPU101", "configuration"), ("GPU103", "configuration")]
    actual = _silenced(report)
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2027-01-31", True), ("2027-1-31", False), ("2027-13-01", False), ("soon", False)],
)
def test_only_one_form_of_date_is_compared(text: str, expected: bool) -> None:
    """Days are compared as texts, and `2027-1-31` would sort wrongly."""
    actual = is_date(text)
    assert expected == actual


SCRIPT = """\
apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
    - name: trainer
      image: registry.example/trainer:1.0
      command:
        - bash
        - -c
        # gpulint: ignore[GPU431]
        - |
          set -e
          torchrun --nproc_per_node 8 train.py
      resources:
        limits:
          nvidia.com/gpu: 4
"""


def test_a_comment_above_a_script_silences_what_is_found_inside(run: Lint) -> None:
    """Inside the script a comment is text, and its own line cannot carry one."""
    expected = [("GPU431", 15, "comment")]
    report = run(SCRIPT)
    actual = [(f.id, f.span.line, f.suppressed and f.suppressed.by) for f in report.findings]
    assert expected == actual
