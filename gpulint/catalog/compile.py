"""Turns data/*.yaml into data/compiled/*.json, so that a run reads no YAML.

`python -m gpulint.catalog.compile` renews the tables; a test compares them with the data.
"""

import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

from gpulint.catalog.paths import parse_path
from gpulint.catalog.tables import table_path

RENEW = "python -m gpulint.catalog.compile"

_DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")

Rows = dict[str, Any]


def read_data(name: str) -> Rows:
    """One data file as plain values."""
    with open(os.path.join(_DATA, f"{name}.yaml"), "rb") as stream:
        # stand-in until gpulint.source can load a file into plain values
        loaded: Rows = importlib.import_module("yaml").safe_load(stream)
    return loaded


def _products() -> Rows:
    products: Rows = {}
    aliases: Rows = {}
    wrong: dict[str, list[str]] = {}
    rows = read_data("products")["products"]
    for row in rows:
        mig = row.get("mig", {})
        products[row["label"]] = [
            row.get("aliases", []),
            row["memory_mib"],
            row["nominal_gb"],
            row["compute_capability"],
            row["family"],
            row["mig_capable"],
            mig.get("table"),
            mig.get("min_driver"),
            mig.get("confidence"),
            row.get("confusable", []),
        ]
        aliases.update(dict.fromkeys(row.get("aliases", []), row["label"]))
    for column in ("seen_wrong", "likely_wrong"):  # what was seen comes first
        for row in rows:
            for spelling in row.get(column, []):
                labels = wrong.setdefault(spelling, [])
                if row["label"] not in labels:
                    labels.append(row["label"])
    return {"products": products, "aliases": aliases, "wrong": wrong}


def _mig() -> Rows:
    geometries = {
        name: [
            row["compute_slices"],
            row["memory_slices"],
            row["published"],
            {
                title: [each["compute"], each["memory"], each["starts"], each["max"]]
                for title, each in row["classes"].items()
            },
        ]
        for name, row in read_data("mig-geometries")["geometries"].items()
    }
    profiles = read_data("mig-profiles")
    superseded: dict[str, list[list[str | None]]] = {}
    for row in profiles["superseded"]:
        superseded.setdefault(row["profile"], []).append([row["product"], row["replacement"]])
    return {
        "geometries": geometries,
        "tables": {
            name: [row["geometry"], row["profiles"]] for name, row in profiles["tables"].items()
        },
        "superseded": superseded,
    }


def _resources() -> Rows:
    data = read_data("resources")
    names: Rows = {}
    patterns: list[list[Any]] = []
    for row in data["families"]:
        fact = [row["vendor"], row["kind"], row["unit"], row["meaning"]]
        names.update(dict.fromkeys(row.get("names", []), fact))
        patterns.extend([pattern, fact] for pattern in row.get("patterns", []))
    return {
        "names": names,
        "patterns": patterns,
        "companions": [name for row in data["companions"] for name in row.get("names", [])],
        "companion_patterns": [
            pattern for row in data["companions"] for pattern in row.get("patterns", [])
        ],
        "broad": [row["domain"] for row in data["broad_domains"]],
        "retired": {row["name"]: row["successor"] or "" for row in data["retired"]},
        "wrong": {row["name"]: row["right"] for row in data["wrong"]},
    }


_PATHS = (
    "path",
    "role_path",
    "metadata_path",
    "replicas_path",
    "completions_path",
    "minimum_path",
    "maximum_path",
    "fallback_path",
)


def _with_parts(row: Rows) -> Rows:
    """The row with its written paths taken apart, lists of them included."""
    parted: Rows = {
        key: parse_path(value) if key in _PATHS else value for key, value in row.items()
    }
    for key in ("containers", "scheduler_name_paths", "queue_paths", "priority_class_paths"):
        if key in parted:
            parted[key] = [parse_path(path) for path in parted[key]]
    for key in ("factors", "templates", "gang_fields", "resource_blocks"):
        if key in parted:
            parted[key] = [_with_parts(each) for each in parted[key]]
    return parted


def _kinds() -> Rows:
    kinds: list[Rows] = []
    index: dict[str, list[int]] = {}
    for number, row in enumerate(read_data("workload-kinds")["kinds"]):
        kept = {key: value for key, value in row.items() if key not in ("source", "checked")}
        kinds.append(_with_parts(kept))
        groups = [
            row["group"],
            *(old.rpartition("/")[0] for old in row.get("old_api_versions", [])),
        ]
        for group in dict.fromkeys(groups):
            index.setdefault(f"{group}/{row['kind']}", []).append(number)
    return {"kinds": kinds, "index": index}


TABLES: dict[str, Callable[[], Rows]] = {
    "products": _products,
    "mig": _mig,
    "resources": _resources,
    "kinds": _kinds,
}


def _lines(rows: Rows) -> Iterator[str]:
    """JSON with one row a line, so that a change of one row is a change of one line."""
    yield "{"
    yield f'"//": {json.dumps(f"generated, renew with: {RENEW}")},'
    last = len(rows) - 1
    for number, (section, value) in enumerate(rows.items()):
        opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
        if isinstance(value, dict):
            entries = [f"{json.dumps(key)}:{_compact(each)}" for key, each in value.items()]
        else:
            entries = [_compact(each) for each in value]
        yield f"{json.dumps(section)}: {opening}"
        yield ",\n".join(entries)
        yield closing + ("," if number < last else "")
    yield "}"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def compiled_text(name: str) -> str:
    """The compiled table `name` as it should be on disk."""
    return "\n".join(_lines(TABLES[name]())) + "\n"


def write_tables() -> tuple[str, ...]:
    """Write every compiled table that differs from the data; returns the paths written."""
    written: list[str] = []
    for name in TABLES:
        path, text = table_path(name), compiled_text(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path) or _read(path) != text:
            with open(path, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            written.append(path)
    return tuple(written)


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as stream:
        return stream.read()


if __name__ == "__main__":
    for renewed in write_tables():
        sys.stdout.write(f"{renewed}\n")
