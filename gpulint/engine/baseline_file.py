"""A baseline file: the findings of a day, one a line, so that a change of it reads like a change."""

import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gpulint.core.errors import ConfigError
from gpulint.core.pointer import Pointer
from gpulint.engine.facts_text import quoted
from gpulint.model.resource import mapping, sequence, text
from gpulint.source.document import Document
from gpulint.source.files import read_file, reason
from gpulint.source.limits import MAX_BYTES
from gpulint.source.reader import ReadOptions, read_bytes

SCHEMA = "gpulint.baseline/1"
_KEYS = ("rule", "file", "resource", "field", "fingerprint", "reason", "until")


class Entry(NamedTuple):
    """One finding that is known.

    file: from the folder of the baseline, with `/`; a name in angle brackets is no file, such as
    standard input. resource, field: for people. until: last day on which it silences, ISO 8601.
    line: where the entry stands, 0 before it is written.
    """

    fingerprint: str
    rule: str
    file: str
    resource: str = ""
    field: str = ""
    reason: str = ""
    until: str | None = None
    line: int = 0


class Baseline(NamedTuple):
    """The entries of a file in its order. name: of the file, as given, with `/`."""

    name: str
    entries: tuple[Entry, ...] = ()

    @property
    def folder(self) -> str:
        """Where the files of the entries start from; empty for the current folder."""
        return os.path.dirname(self.name)


def read_baseline(path: str, place: str = "") -> Baseline:
    """Read a baseline. place: where its name was written, to open the sentence that it is missing.

    Raises ConfigError with file and line for what is no baseline, or of a later schema.
    """
    try:
        data = read_file(path, MAX_BYTES)
    except OSError as error:
        is_missing = isinstance(error, FileNotFoundError)
        hint = f"; `--write-baseline {path}` makes one" if is_missing else ""
        told = f"{place}cannot read the baseline {path}: {reason(error)}{hint}"
        raise ConfigError(told) from None
    name = path.replace(os.sep, "/")
    if data is None:
        raise ConfigError(f"{name}:1: larger than {MAX_BYTES:,} bytes, so it is no baseline")
    reading = read_bytes(name, data, ReadOptions(prefilter=False, jobs=1, own=True))
    if reading.faults:
        told = "\n".join(f"{f.file}:{f.span.line}: {f.sentence}" for f in reading.faults)
        raise ConfigError(told)
    if len(reading.documents) != 1:
        raise ConfigError(f"{name}:1: a baseline is one YAML document with a key schema: {SCHEMA}")
    return Baseline(name, _entries(name, reading.documents[0]))


def baseline_text(baseline: Baseline) -> str:
    """The text of a baseline: YAML, or JSON when its name ends so; an entry a line either way."""
    rows = [_row(each) for each in baseline.entries]
    if baseline.name.endswith(".json"):
        lines = ",\n".join(_flow(row, '"') for row in rows)
        return f'{{"schema": "{SCHEMA}", "findings": [\n{lines}\n]}}\n'
    head = f"# Written by `gpulint check --write-baseline {os.path.basename(baseline.name)}`.\n"
    if not rows:
        return f"{head}schema: {SCHEMA}\nfindings: []\n"
    return f"{head}schema: {SCHEMA}\nfindings:\n" + "".join(f"  - {_flow(r, '')}\n" for r in rows)


def ordered(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Entries in the one order in which they are written."""
    return tuple(
        sorted(entries, key=lambda e: (e.file, e.rule, e.resource, e.field, e.fingerprint))
    )


def _entries(name: str, document: Document) -> tuple[Entry, ...]:
    value = mapping(document.value)
    if value.get("schema") != SCHEMA:
        line = document.locate(Pointer(("schema",)), "value").span.line
        wrong = (
            f"schema {text(value['schema'])} is not known" if "schema" in value else "no baseline"
        )
        raise ConfigError(f"{name}:{line}: {wrong}; this release reads schema: {SCHEMA}")
    from gpulint.validation.contracts import contract_errors  # only for our own files

    told = []
    for each in contract_errors(value, "baseline"):
        line = document.locate(each.pointer, each.part).span.line
        told.append(f"{name}:{line}: {each.message}")
    if told:
        raise ConfigError("\n".join(told))
    return tuple(
        Entry(
            **{key: text(each[key]) for key in _KEYS if key in each},
            line=document.locate(Pointer(("findings", number)), "value").span.line,
        )
        for number, each in enumerate(map(mapping, sequence(value.get("findings"))))
    )


def _row(entry: Entry) -> dict[str, str]:
    """What is written of an entry: what it does not say is left out."""
    values = entry._asdict()
    return {key: values[key] for key in _KEYS if values[key]}


def _flow(row: Mapping[str, str], quote: str) -> str:
    """A map on one line. quote: around the keys."""
    pairs = (f"{quote}{key}{quote}: {quoted(value)}" for key, value in row.items())
    return f"{{{', '.join(pairs)}}}"
