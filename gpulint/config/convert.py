"""From the plain values of a configuration file, already checked by its contract, to Settings."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from gpulint.config.reading import Read
from gpulint.config.settings import Key, PathOverride, RuleSetting, Settings, Waiver
from gpulint.core.pointer import Pointer
from gpulint.core.severity import Confidence, Severity

# The contract has been kept when these run, so plain values are taken at their word.
Plain = Mapping[str, Any]

# Lists whose items are judged later, once the rules and the folders are known.
_LISTS = ("select", "ignore", "facts")


def converted(read: Read, folder: str) -> Settings:
    """Settings over the defaults. folder: where the file lies, from the current folder."""
    makers: dict[str, Callable[[Any], object]] = {
        "facts": lambda paths: _below(paths, folder),
        "baseline": lambda path: os.path.join(folder, path),
        "fail-on": lambda word: None if word == "never" else Severity.from_text(word),
        "min-severity": Severity.from_text,
        "min-confidence": Confidence.from_text,
        "select": tuple,
        "ignore": tuple,
        "kubernetes": lambda version: int(version.split(".")[1]),
        "rules": _rules,
        "paths": lambda overrides: tuple(map(_override, overrides)),
        "externals": lambda kinds: {kind: tuple(names) for kind, names in kinds.items()},
        "suppress": lambda waivers: _waivers(waivers, read),
    }
    fields: dict[str, Any] = {"root": folder}
    for key, value in read.value.items():
        if key == "helm":
            fields["values"] = _below(value.get("values", ()), folder)
        else:
            fields[key.replace("-", "_")] = makers[key](value) if key in makers else value
    return Settings(**fields, places=_places(read))


def _places(read: Read) -> dict[Key, str]:
    """File and line of what can turn out wrong only later: names of rules, of files, parameters."""
    value = read.value
    helm = value.get("helm", {})
    lists: list[tuple[Key, Key, Any]] = [((f,), (f,), value.get(f, ())) for f in _LISTS]
    lists.append((("values",), ("helm", "values"), helm.get("values", ())))
    tables: list[tuple[Key, Any]] = [(("rules",), value.get("rules", ()))]
    for number, override in enumerate(value.get("paths", ())):
        at: Key = ("paths", number)
        lists.append(((*at, "ignore"), (*at, "ignore"), override.get("ignore", ())))
        tables.append(((*at, "rules"), override.get("rules", ())))
    for number, waiver in enumerate(value.get("suppress", ())):
        at = ("suppress", number, "rules")
        lists.append((at, at, waiver["rules"]))
    found: dict[Key, str] = {}
    if "baseline" in value:
        found[("baseline",)] = f"{read.name}:{read.line(Pointer(('baseline',)))}"
    for key, way, items in lists:
        for index, _ in enumerate(items):
            at = (*key, index)
            found[at] = f"{read.name}:{read.line(Pointer((*way, index)))}"
    for way, table in tables:
        for name in table:
            at = (*way, name)
            found[at] = f"{read.name}:{read.line(Pointer(at), 'key')}"
    return found


def _below(paths: Any, folder: str) -> tuple[str, ...]:
    """Paths of the file, from the current folder."""
    return tuple(os.path.join(folder, path) for path in paths)


def _rules(rules: Plain) -> dict[str, RuleSetting]:
    return {name: _rule(value) for name, value in rules.items()}


def _rule(value: Plain) -> RuleSetting:
    severity = value.get("severity")
    return RuleSetting(
        None if severity is None else Severity.from_text(severity),
        dict(value.get("params", {})),
        value.get("off"),
    )


def _override(value: Plain) -> PathOverride:
    match = value["match"]
    return PathOverride(
        (match,) if isinstance(match, str) else tuple(match),
        tuple(value.get("ignore", ())),
        _rules(value.get("rules", {})),
    )


def _waivers(values: Any, read: Read) -> tuple[Waiver, ...]:
    """The suppressions, each with its own line, so that an unused one can be found."""
    return tuple(
        Waiver(
            rules=tuple(value["rules"]),
            path=value.get("path", ""),
            kind=value.get("kind", ""),
            namespace=value.get("namespace", ""),
            name=value.get("name", ""),
            reason=value.get("reason", ""),
            until=value.get("until"),
            place=f"{read.name}:{read.line(Pointer(('suppress', number)))}",
        )
        for number, value in enumerate(values)
    )
