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


def driver_rows(read_data: Read) -> Rows:
    """Branches by number as [kind, end, ended], systems, kernel modules, the fault of mixed nodes."""
    data = read_data("drivers")
    today = data["known_until"]["month"]
    modules = data["kernel_modules"]
    return {
        "branches": {
            str(row["branch"]): [
                row["kind"],
                row["end"],
                row["end"] == "ended" or row["end"] < today,
            ]
            for row in data["branches"]
        },
        "systems": data["systems"]["names"],
        "kernel_modules": {
            "proprietary_only": modules["proprietary_only"]["families"],
            "open_only": modules["open_only"]["families"],
            "open_only_products": modules["open_only"]["products"],
        },
        "mixed_node_fault": [data["mixed_node_fault"][end] for end in ("first", "last")],
    }


def dcgm_rows(read_data: Read) -> Rows:
    """Fields of DCGM, the shipped counters by name, and how the exporter's services are called."""
    data = read_data("dcgm")
    shipped = {
        name: kind for kind in data["types"]["names"] for name in data["shipped"].get(kind, ())
    }
    return {
        "types": data["types"]["names"],
        "shipped": shipped,
        "codes": data["codes"]["names"],
        "not_on_mig": data["not_on_mig"]["names"],
        "exporter": data["exporter"]["names"],
        "services": [[row[key] for key in _SERVICE] for row in data["services"]],
        "fields": [
            prefix + name for prefix, names in data["fields"]["groups"].items() for name in names
        ],
    }


def dra_rows(read_data: Read) -> Rows:
    """Attributes as [type, devices], capacities, classes, configuration kinds, API versions."""
    data = read_data("dra")
    return {
        "attributes": {
            name: [row["type"], row["devices"]] for name, row in data["attributes"]["names"].items()
        },
        "vanished": data["vanished"]["names"],
        "capacities": {name: data["capacities"][name] for name in ("names", "patterns")},
        "classes": data["classes"]["names"],
        "config": {
            name: data["config"][name] for name in ("api_version", "drivers", "kinds", "values")
        },
        "api_versions": {
            name: [row[column] for column in _API_VERSION]
            for name, row in data["api_versions"]["names"].items()
        },
    }


_API_VERSION = ("first", "last", "served", "exactly")
_SERVICE = ("by", "port", "label", "value")

OPERATOR_TABLES: dict[str, Callable[[Read], Rows]] = {
    "charts": chart_rows,
    "drivers": driver_rows,
    "dcgm": dcgm_rows,
    "dra": dra_rows,
}
