"""Compiled forms of the tables about the GPU Operator, its driver, its metrics and DRA."""

from collections.abc import Callable
from typing import Any

Rows = dict[str, Any]
Read = Callable[[str], Rows]


def chart_rows(read_data: Read) -> Rows:
    """Releases by chart, then a section per chart: the columns of ChartKey."""
    charts = read_data("charts")["charts"]
    keys = {
        name: {path: _chart_key(row) for path, row in chart["keys"].items()}
        for name, chart in charts.items()
    }
    return {"releases": {name: chart["releases"] for name, chart in charts.items()}, **keys}


def _chart_key(row: Rows) -> list[Any]:
    return [
        row.get("since"),
        row.get("until"),
        row.get("idle"),
        row.get("open", False),
        row.get("values", []),
        row.get("successor", ""),
        row.get("default"),
        row.get("note", ""),
    ]


OPERATOR_TABLES: dict[str, Callable[[Read], Rows]] = {"charts": chart_rows}
