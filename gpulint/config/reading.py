"""A configuration file as plain values with lines, checked by the contract in schemas/."""

import datetime
import re
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from gpulint.core.errors import ConfigError
from gpulint.core.location import Part
from gpulint.core.pointer import Pointer

if TYPE_CHECKING:
    from gpulint.validation.violation import Violation


class Read(NamedTuple):
    """The values of a file, its name, and the line of a key or value by its pointer.

    line: 0 for values that came from no file. raw: the text of a plain value as it is written; empty
    where that cannot be told.
    """

    name: str
    value: Mapping[str, Any]
    line: Callable[..., int]
    raw: Callable[[Pointer], str] = lambda pointer: ""


def read_yaml(name: str, text: bytes) -> Read:
    """Read .gpulint.yaml. Raises ConfigError for broken YAML and for every broken promise in it."""
    from gpulint.source.reader import ReadOptions, read_bytes  # only with a file

    reading = read_bytes(name, text, ReadOptions(prefilter=False, jobs=1, own=True))
    if reading.faults:
        lines = [f"{name}:{fault.span.line}: {fault.sentence}" for fault in reading.faults]
        raise ConfigError("\n".join(lines))
    if not reading.documents:
        return Read(name, {}, lambda pointer, part="value": 1)
    if len(reading.documents) > 1:
        raise ConfigError(f"{name}: holds several YAML documents; keep one")
    document = reading.documents[0]

    def line(pointer: Pointer, part: Part = "value") -> int:
        found: int = document.locate(pointer, part).span.line
        return found

    def raw(pointer: Pointer) -> str:
        span = document.locate(pointer, "value").span
        is_one_line = span.line == span.end_line
        return document.line_text(span.line)[
            span.column - 1 : span.end_column - 1 if is_one_line else 0
        ]

    return checked(Read(name, _mapping(document.value, name), line, raw))


def read_toml(name: str, text: bytes) -> Read:
    """Read [tool.gpulint] of pyproject.toml. Raises ConfigError, also on Python 3.10."""
    from gpulint.config.toml_lines import toml_lines  # only with pyproject.toml

    value = _toml(name, text)
    lines = toml_lines(text.decode())

    def line(pointer: Pointer, part: Part = "value") -> int:
        """Line of the nearest key above that is written out."""
        path = ("tool", "gpulint", *pointer)
        while path and path not in lines:
            path = path[:-1]
        return lines.get(path, 1)

    def raw(pointer: Pointer) -> str:
        written = text.decode().splitlines()[line(pointer) - 1]
        return written.partition("=")[2].partition("#")[0].strip()

    table = value.get("tool", {}).get("gpulint", {})
    return checked(Read(name, _mapping(_without_dates(table), name), line, raw))


def _toml(name: str, text: bytes) -> dict[str, Any]:
    """All tables of a TOML file."""
    if sys.version_info >= (3, 11):
        import tomllib  # only with pyproject.toml

        try:
            return tomllib.loads(text.decode())
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ConfigError(f"{name}: is no valid TOML: {error}") from None
    raise ConfigError(
        f"{name}: [tool.gpulint] needs Python 3.11 or newer; use .gpulint.yaml instead"
    )


def checked(read: Read) -> Read:
    """The same values, once they keep the contract; else a ConfigError with a line per mistake."""
    from gpulint.validation.contracts import contract_errors  # only with a file

    read = read._replace(value=_with_off(read.value))
    found = contract_errors(read.value, "settings")
    if found:
        told = [
            (read.line(each.pointer, each.part), _worded(each.fault, _as_written(read, each)))
            for each in found
        ]
        places = [
            (f"{read.name}:{line}" if line else read.name, text) for line, text in sorted(told)
        ]
        raise ConfigError("\n".join(f"{place}: {text}" for place, text in places))
    _check_globs(read)
    return read


def _as_written(read: Read, violation: "Violation") -> Mapping[str, Any]:
    """The facts of a violation, with a number quoted as it is written, as 1.30 is no 1.3, and an item
    named by its list: `0` alone is no key that anybody wrote."""
    facts = violation.facts
    if str(facts["field"]).isdecimal():
        facts = {**facts, "field": Pointer(violation.pointer[-2:]).field_path}
    raw = read.raw(violation.pointer)
    if str(facts["detail"]).startswith("quote it") and re.fullmatch(r"[0-9]+[.][0-9]+", raw):
        return {**facts, "detail": f'quote it: "{raw}"'}
    return facts


def _worded(fault: str, facts: Mapping[str, Any]) -> str:
    """A broken promise as a sentence that holds the cure."""
    field = facts["field"] or "the configuration"
    wanted = facts.get("wanted", "")
    if not isinstance(wanted, str):
        wanted = f"one of {', '.join(map(str, wanted))}"
    sentences = {
        "unknown-field": f"unknown key {field!r}",
        "required": f"{facts.get('parent') or 'the configuration'} needs a key {field!r}",
    }
    text = sentences.get(fault, f"{field} must be {wanted}, not {facts.get('found')}")
    return f"{text}; {facts['detail']}" if facts.get("detail") else text


def _check_globs(read: Read) -> None:
    """Globs are compiled once here, so that a broken one is told with its line."""
    from gpulint.config.paths import path_matches  # only with a file

    entries = [("paths", "match", each) for each in enumerate(read.value.get("paths", ()))]
    entries += [("suppress", "path", each) for each in enumerate(read.value.get("suppress", ()))]
    for table, key, (number, entry) in entries:
        globs = entry.get(key, ())
        for glob in [globs] if isinstance(globs, str) else globs:
            try:
                path_matches("a", glob)
            except re.error as error:
                line = read.line(Pointer((table, number, key)))
                place = f"{read.name}:{line}" if line else read.name
                raise ConfigError(f"{place}: {glob!r} is no glob: {error}") from None


def _mapping(value: object, name: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ConfigError(f"{name}:1: the configuration must be a map of settings")
    return value


def _with_off(value: Mapping[str, Any]) -> dict[str, Any]:
    """The settings in their long form: `GPU203: off` means `GPU203: {off: true}`.

    A plain `off` is false to YAML, as a value and as a key.
    """
    whole = dict(value)
    if isinstance(value.get("rules"), Mapping):
        whole["rules"] = {rule: _long(setting) for rule, setting in value["rules"].items()}
    if isinstance(value.get("paths"), list):
        whole["paths"] = [
            _with_off(each) if isinstance(each, Mapping) else each for each in value["paths"]
        ]
    return whole


def _long(setting: object) -> object:
    """What is said about one rule, in its long form; a mistake stays as it is."""
    if setting is False or setting == "off":
        return {"off": True}
    if isinstance(setting, Mapping):
        return {"off" if key in ("false", False) else key: each for key, each in setting.items()}
    return setting


def _without_dates(value: Any) -> Any:
    """TOML's dates as the text that they were written as, like everywhere else."""
    if isinstance(value, dict):
        return {key: _without_dates(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_dates(each) for each in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return value
