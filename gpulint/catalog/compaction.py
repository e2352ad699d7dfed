"""What of each data file a run needs, in the shape that it is looked up by."""

import os
from collections.abc import Callable
from functools import partial
from typing import Any

from gpulint.catalog.compile_operator import OPERATOR_TABLES
from gpulint.catalog.paths import parse_path
from gpulint.core.fault import InputFault
from gpulint.source.text import Text
from gpulint.source.yaml_text import YamlDocument, read_yaml

_DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")

Rows = dict[str, Any]


def read_data(name: str) -> Rows:
    """One data file of data/ as plain values.

    Raises ValueError, with the line, for a file that is not one whole YAML mapping.
    """
    path = os.path.join(_DATA, f"{name}.yaml")
    with open(path, "rb") as stream:
        parts = list(read_yaml(Text(path, stream.read())))
    if len(parts) == 1 and isinstance(parts[0], YamlDocument) and isinstance(parts[0].value, dict):
        return parts[0].value
    faults = [
        f"line {each.span.line}: {each.kind}" for each in parts if isinstance(each, InputFault)
    ]
    raise ValueError(f"{path} is not one mapping: {', '.join(faults) or 'other content'}")


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
    wrappers: Rows = {}
    for number, row in enumerate(read_data("workload-kinds")["kinds"]):
        kept = {key: value for key, value in row.items() if key not in ("source", "checked")}
        kinds.append(_with_parts(kept))
        wrapped = [each["path"] for each in kinds[-1]["templates"] if each["shape"] == "object"]
        if wrapped:
            wrappers[f"{row['group']}/{row['kind']}"] = wrapped
        groups = [
            row["group"],
            *(old.rpartition("/")[0] for old in row.get("old_api_versions", [])),
        ]
        for group in dict.fromkeys(groups):
            index.setdefault(f"{group}/{row['kind']}", []).append(number)
    return {"kinds": kinds, "index": index, "wrappers": wrappers}


def _labels() -> Rows:
    keys: Rows = {}
    patterns: list[list[Any]] = []
    for row in read_data("labels")["labels"]:
        fact = [
            row["type"],
            row["owner"],
            row.get("provider", ""),
            row.get("values", []),
            row.get("complete", False),
            row.get("deprecated", False),
            row.get("successor"),
            row.get("never_written", False),
            row.get("products", {}),
        ]
        if "key" in row:
            keys[row["key"]] = fact
        else:
            patterns.append([row["pattern"], fact])
    return {"keys": keys, "patterns": patterns}


def _instances() -> Rows:
    families: Rows = {}
    types: Rows = {}
    for row in read_data("instances")["families"]:
        families[row["family"]] = [
            row["provider"],
            row["gpu"],
            row.get("product"),
            row["resource"],
            row["memory_mib"],
            row.get("fractional", False),
        ]
        room = row.get("room", {})
        for name, count in row["types"].items():
            types[name] = [row["family"], count, *room.get(name, (None, None))]
    return {"families": families, "types": types}


def _taints() -> Rows:
    data = read_data("taints")
    columns = ("platform", "key", "value", "effect", "tolerated_by")
    return {
        "taints": [[row[column] for column in columns] for row in data["taints"]],
        "toleration_plugin": {row["platform"]: row["on"] for row in data["toleration_plugin"]},
    }


def _keys() -> Rows:
    data = read_data("keys")
    columns = ("key", "level", "system", "carrier", "meaning", "value")
    lists = ("values", "needs", "excludes")
    return {
        "schedulers": {row["name"]: [row["system"], row["gangs"]] for row in data["schedulers"]},
        "keys": [
            [
                *(row[column] for column in columns),
                *(row.get(column, []) for column in lists),
                row.get("successor"),
            ]
            for row in data["keys"]
        ],
    }


def _priority() -> Rows:
    data = read_data("priority")
    policies = data["preemption_policies"]
    return {
        "classes": {row["name"]: [row["value"], row["system"]] for row in data["classes"]},
        "limits": {row["name"]: row["value"] for row in data["limits"]},
        "names": {"reserved_prefix": data["reserved_prefix"]["text"]},
        "policies": {"known": policies["values"], "default": policies["default"]},
    }


def _devices() -> Rows:
    rows = read_data("devices")["devices"]
    return {"devices": {row["device"]: row["products"] for row in rows}}


def _api_versions() -> Rows:
    rows = read_data("api-versions")["versions"]
    columns = ("use", "owner", "minor")
    return {
        "versions": {
            f"{row['api_version']}/{kind}": [row[column] for column in columns]
            for row in rows
            for kind in row["kinds"]
        }
    }


TABLES: dict[str, Callable[[], Rows]] = {
    "products": _products,
    "mig": _mig,
    "resources": _resources,
    "kinds": _kinds,
    "labels": _labels,
    "instances": _instances,
    "taints": _taints,
    "keys": _keys,
    "priority": _priority,
    "devices": _devices,
    "api-versions": _api_versions,
    **{name: partial(rows, read_data) for name, rows in OPERATOR_TABLES.items()},
}
