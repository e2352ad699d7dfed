"""Renders charts with the `helm` binary: a chart is a program that writes YAML, never YAML itself."""

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.source.chart.marked_chart import MarkedChart
from gpulint.source.chart.program import run_helm, source_file
from gpulint.source.chart.rendered import TemplateLines
from gpulint.source.screen import split


class RenderedDocument(NamedTuple):
    """A document that helm wrote.

    file: the template to open. source: the template as helm names it. data: the document.
    lines: from its lines to the template's.
    """

    file: str
    source: str
    data: bytes
    lines: TemplateLines


def render(folder: str, shown: str, values: Sequence[str]) -> list[RenderedDocument]:
    """The documents of the chart in `folder`, each with the template it came from.

    shown: the folder as it is shown. values: files for `--values`. Raises ChartError.
    A library chart renders nothing.
    """
    if _is_library(folder):
        return []
    chart = MarkedChart(folder, tuple(values))
    return list(_documents(run_helm(folder, values), shown, chart))


def _is_library(folder: str) -> bool:
    """Whether a chart only lends templates to others; helm refuses to render such a one."""
    try:
        with open(os.path.join(folder, "Chart.yaml"), "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return False
    return any(line.replace(b'"', b"").split() == [b"type:", b"library"] for line in lines)


def _documents(stream: bytes, shown: str, chart: MarkedChart) -> Iterator[RenderedDocument]:
    """The documents of helm's output; one template may write several."""
    for data, _ in split(stream):
        source = source_file(data)
        if source is None:
            continue
        inner = chart.path_of(source)
        # The templates of a packed subchart are no files; its dependency stands in Chart.yaml.
        file = f"{shown}/{inner or 'Chart.yaml'}"
        lines = TemplateLines(chart.add(source, data), shown)
        yield RenderedDocument(file, source, data, lines)
