"""Charts that are handed in as texts are told under their own names."""

from collections.abc import Callable

import pytest

from gpulint.core.report import Report

Lint = Callable[..., Report]
CHART = {
    "charts/trainer/Chart.yaml": "{apiVersion: v2, name: trainer, version: 0.1.0}\n",
    "charts/trainer/templates/../../../../outside.yaml": "kind: Pod\n",
    "charts/trainer/templates/pod.yaml": "{{ .Values.x }}\n",
}


def test_a_chart_that_cannot_be_rendered_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, run: Lint, pod: str
) -> None:
    """The folder that helm was shown is gone, and its name says nothing to anybody."""
    monkeypatch.setenv("PATH", "")
    report = run({**CHART, "own.yaml": pod})
    expected = ["charts/trainer/Chart.yaml", "own.yaml", "own.yaml"]
    actual = [f.file for f in report.active]
    assert (expected, False) == (actual, any("/tmp" in f.message for f in report.active))
