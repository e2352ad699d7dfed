"""Values of charts that install NVIDIA's, and files declared to be values."""

from pathlib import Path

import pytest

from gpulint.source.chart.given_values import value_sources
from gpulint.source.files import Source
from gpulint.source.reader import ReadOptions, read

UMBRELLA = (
    "apiVersion: v2\nname: a\nversion: 1.0.0\ndependencies:\n  - name: {name}\n    version: '1'\n"
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpu-operator", ["c/Chart.yaml", "c/values-prod.yaml", "c/values.yaml"]),
        ("nvidia-device-plugin", ["c/Chart.yaml", "c/values-prod.yaml", "c/values.yaml"]),
        ("grafana", []),
    ],
)
def test_values_files_of_a_chart(tmp_path: Path, name: str, expected: list[str]) -> None:
    """Values of other charts are none of ours."""
    (tmp_path / "Chart.yaml").write_text(UMBRELLA.format(name=name))
    for each in ("values.yaml", "values-prod.yaml", "README.md"):
        (tmp_path / each).write_text("a: 1\n")
    actual = [each.name for each in value_sources(Source(str(tmp_path), "c", "chart"))]
    assert expected == actual


def test_a_folder_without_a_chart_has_none(tmp_path: Path) -> None:
    """Rendering tells what is wrong with it."""
    actual = list(value_sources(Source(str(tmp_path / "gone"), "c", "chart")))
    assert actual == []


def test_a_declared_file_is_read_whole_and_marked(tmp_path: Path) -> None:
    """Its keys may not tell the chart, so the user does."""
    file = tmp_path / "ours.yaml"
    file.write_text("mig: {strategy: mixed}\n")
    options = ReadOptions(jobs=1, values_for=(("gpu-operator", str(file)),))
    reading = read([], options)
    expected = [("gpu-operator", {"mig": {"strategy": "mixed"}})]
    actual = [(document.chart, document.value) for document in reading.documents]
    assert expected == actual
