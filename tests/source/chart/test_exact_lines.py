"""How many lines of real charts are placed at their very line."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpulint.core.location import Span
from gpulint.source.chart.program import ChartError
from gpulint.source.chart.render import render

ROOT = Path(__file__).parents[3]
FOLDERS = (
    ROOT / "fixtures" / "charts",
    ROOT / "deploy" / "helm",
    ROOT.parent / "shared" / "corpus",
)
# Measured: all lines here, and all 60,992 of 50 public charts.
FLOOR = 0.99


def charts() -> list[Path]:
    """The outermost charts of our own and, where it is there, of the shared corpus."""
    found = sorted(path.parent for each in FOLDERS for path in each.rglob("Chart.yaml"))
    return [path for path in found if not any(other in path.parents for other in found)]


def lines(chart: Path) -> Iterator[bool]:
    """For each line of data that a chart renders whether its place is exact; none if helm refuses."""
    try:
        documents = render(os.fspath(chart), chart.name, ())
    except ChartError:
        return
    for document in documents:
        for number, text in enumerate(document.data.decode().split("\n"), 1):
            start = len(text) - len(text.lstrip()) + 1
            if text.strip() and not text.lstrip().startswith(("#", "---")):
                span = document.lines.span(Span(number, start, number, len(text) + 1))
                told = document.lines.told(span)
                yield told is not None and told.is_exact


@pytest.mark.usefixtures("real_helm")
def test_nearly_all_rendered_lines_are_placed_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be placed is shown at a line near by, which must stay the exception."""
    exact = [is_exact for chart in charts() for is_exact in lines(chart)]
    share = sum(exact) / len(exact)
    with capsys.disabled():
        print(f"\n{sum(exact)} of {len(exact)} rendered lines ({share:.1%}) are placed exactly")
    assert share >= FLOOR
