"""Which suppressions are told as needless; a wrong word here makes people remove a needed one."""

from collections.abc import Callable

import pytest

from gpulint.config.settings import Waiver
from gpulint.core.report import Report

Lint = Callable[..., Report]
TODAY = "2026-05-05"
GOOD = """\
apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  containers:
    - name: trainer
      image: registry.example/trainer:1.0
      resources:
        limits:
          nvidia.com/gpu: 1{comment}
"""

COMMENTS = [
    pytest.param(
        "# gpulint: ignore[GPU101]",
        ["a.yaml:11: the suppression silences nothing; remove it"],
        id="needless",
    ),
    pytest.param(
        "# gpulint: ignore",
        ["a.yaml:11: the suppression silences nothing; remove it, or name the rule that it is for"],
        id="needless-for-all",
    ),
    pytest.param(
        "# gpulint: ignore[GPU999]",
        ["a.yaml:11: no rule is called 'GPU999', so this silences nothing; mend the name"],
        id="unknown",
    ),
    pytest.param(
        "# gpulint: ignore[GPU101] until=2026-05-04",
        ["a.yaml:11: the suppression expired on 2026-05-04; mend the finding or renew the date"],
        id="expired",
    ),
    pytest.param(
        "# gpulint: ignore[GPU101] until=soon",
        ["a.yaml:11: until=soon is no date, so the suppression is off; write it as 2027-01-31"],
        id="no-date",
    ),
    pytest.param(
        "# gpulint: ignore GPU101",
        [
            "a.yaml:11: brackets are missing around the rules, so nothing is silenced; "
            "write ignore[GPU101]"
        ],
        id="no-brackets",
    ),
    pytest.param("# gpulint: ignore[no-node-has-the-labels]", [], id="rule-without-facts"),
]


@pytest.mark.parametrize(("comment", "expected"), COMMENTS)
def test_a_comment_that_does_nothing_is_told(comment: str, expected: list[str], run: Lint) -> None:
    """Each one left behind will hide the next real finding on its line."""
    report = run(GOOD.format(comment="  " + comment), today=TODAY)
    actual = list(report.notices)
    assert expected == actual


def test_a_comment_for_a_deselected_rule_is_not_needless(run: Lint) -> None:
    """The run did not look, so it cannot know."""
    text = GOOD.format(comment="  # gpulint: ignore[GPU101]")
    expected: tuple[str, ...] = ()
    actual = run(text, select=("GPU2",)).notices
    assert expected == actual


def test_a_suppression_that_works_is_not_told(run: Lint, pod: str) -> None:
    """Noise about the needed ones would bury the needless."""
    expected: tuple[str, ...] = ()
    actual = run(pod.replace("gpu: 2", "gpu: 2  # gpulint: ignore[GPU101]")).notices
    assert expected == actual


ANNOTATIONS = [
    pytest.param("GPU101", "", ["silences nothing; remove it"], id="needless"),
    pytest.param(
        "all", "", ["silences nothing; remove it, or name the rule that it is for"], id="all"
    ),
    pytest.param(
        "GPU101",
        "2026-05-04",
        ["expired on 2026-05-04; mend the finding or renew the date"],
        id="expired",
    ),
    pytest.param(
        "GPU101 until=2026-05-04",
        "",
        ["expired on 2026-05-04; mend the finding or renew the date"],
        id="expired-inside",
    ),
]


@pytest.mark.parametrize(("value", "until", "expected"), ANNOTATIONS)
@pytest.mark.parametrize("depth", ["object", "template"])
def test_an_annotation_that_does_nothing_is_told(
    depth: str, value: str, until: str, expected: list[str], run: Lint
) -> None:
    """On the object or on its pod template, it lives longer than the reason for it."""
    annotations = (
        f'annotations: {{gpulint.io/ignore: "{value}", gpulint.io/ignore-until: "{until}"}}'
    )
    pod = GOOD.format(comment="")
    if depth == "object":
        text, label = (
            pod.replace("\nspec", f"\n  {annotations}\nspec"),
            "5: the annotations of Pod/trainer",
        )
    else:
        inner = pod.split("spec:\n")[1].replace("\n", "\n    ")
        text = (
            "apiVersion: batch/v1\nkind: Job\nmetadata: {name: sweep}\nspec:\n  template:\n"
            f"    metadata:\n      {annotations}\n    spec:\n      restartPolicy: Never\n    {inner}"
        )
        label = "7: the annotations of Job/sweep"
    where = f"a.yaml:{label}: the suppression"
    actual = list(run(text, today=TODAY).notices)
    assert [f"{where} {each}" for each in expected] == actual


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            'gpulint.io/ingore: "GPU101"',
            "unknown annotation 'gpulint.io/ingore'; did you mean gpulint.io/ignore?",
        ),
        (
            'gpulint.io/waive: "GPU101"',
            "unknown annotation 'gpulint.io/waive'; did you mean gpulint.io/ignore?",
        ),
        (
            'gpu-lint.io/ignore: "GPU101"',
            "unknown annotation 'gpu-lint.io/ignore'; did you mean gpulint.io/ignore?",
        ),
        (
            "gpulint.io/ignore: 101",
            "the annotations of Pod/trainer: no rule is named, so nothing is silenced; "
            "write an id such as GPU302, or all",
        ),
    ],
)
def test_a_slip_in_an_annotation_is_told(entry: str, expected: str, run: Lint) -> None:
    """Nobody sees that a misspelt one does nothing, until the pod is refused."""
    pod = GOOD.format(comment="").replace("\nspec", f"\n  annotations:\n    {entry}\nspec")
    actual = list(run(pod).notices)
    assert [f"a.yaml:6: {expected}"] == actual


WAIVERS = [
    pytest.param(
        Waiver(("GPU101",), path="a.yaml", place=".gpulint.yaml:4"),
        False,
        [".gpulint.yaml:4: the suppression of GPU101 silences nothing; remove it"],
        id="needless",
    ),
    pytest.param(Waiver(("GPU101",), path="b.yaml"), False, [], id="file-not-in-this-run"),
    pytest.param(Waiver(("GPU101",), kind="Job"), False, [], id="kind-not-in-this-run"),
    pytest.param(Waiver(("GPU101",)), False, [], id="no-scope"),
    pytest.param(
        Waiver(("GPU101",), place=".gpulint.yaml:4"),
        True,
        [".gpulint.yaml:4: the suppression of GPU101 silences nothing; remove it"],
        id="no-scope-complete",
    ),
    pytest.param(Waiver(("GPU330",), path="a.yaml"), False, [], id="rule-without-facts"),
    pytest.param(
        Waiver(("GPU101", "GPU103"), until="2026-05-04", place=".gpulint.yaml:4"),
        False,
        [
            ".gpulint.yaml:4: the suppression of GPU101, GPU103 expired on 2026-05-04; "
            "mend the finding or renew the date"
        ],
        id="expired",
    ),
]


@pytest.mark.parametrize(("waiver", "complete", "expected"), WAIVERS)
def test_a_waiver_is_told_only_when_its_scope_was_linted(
    waiver: Waiver, complete: bool, expected: list[str], run: Lint
) -> None:
    """A hook sees the files of one commit, and the waivers of the whole repository."""
    report = run(GOOD.format(comment=""), suppress=(waiver,), complete=complete, today=TODAY)
    actual = list(report.notices)
    assert expected == actual
