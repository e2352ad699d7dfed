"""Turns data/*.yaml into data/compiled/*.json, so that a run reads no YAML.

`python -m gpulint.catalog.compile` renews the tables; a test compares them with the data.
"""

import json
import os
import sys
from collections.abc import Iterator

from gpulint.catalog.compaction import TABLES, Rows
from gpulint.catalog.tables import table_path

RENEW = "python -m gpulint.catalog.compile"


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
