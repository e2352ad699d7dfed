"""From the plain values of a configuration file, already checked by its contract, to Settings."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from gpulint.config.reading import Read
from gpulint.config.settings import PathOverride, RuleSetting, Settings, Waiver
from gpulint.core.pointer import Pointer
from gpulint.core.severity import Confidence, Severity

# The contract has been kept when these run, so plain values are taken at their word.
Plain = Mapping[str, Any]


def settings_from(read: Read, folder: str) -> Settings:
    """Settings over the defaults. folder: where the file lies, from the current folder."""
    makers: dict[str, Callable[[Any], object]] = {
        "facts": lambda paths: _below(paths, folder),
        "values": lambda paths: _below(paths, folder),
        "fail_on": Severity.from_text,
        "min_severity": Severity.from_text,
        "min_confidence": Confidence.from_text,
        "select": tuple,
        "ignore": tuple,
        "kubernetes": minor,
        "rules": _rules,
        "paths": lambda overrides: tuple(map(_override, overrides)),
        "externals": lambda kinds: {kind: tuple(names) for kind, names in kinds.items()},
        "suppress": lambda waivers: _waivers(waivers, read),
    }
    fields: dict[str, Any] = {"root": folder}
    for key, value in read.value.items():
        field = key.replace("-", "_")
        fields[field] = makers[field](value) if field in makers else value
    return Settings(**fields)


def minor(version: str) -> int:
    """37 of `1.37`, `v1.37` or `1.37.2`."""
    return int(version.split(".")[1])


def _below(paths: Any, folder: str) -> tuple[str, ...]:
    """Paths of the file, from the current folder."""
    return tuple(os.path.join(folder, path) for path in _several(paths))


def _several(value: Any) -> tuple[str, ...]:
    """One string or a list of them, always as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)


def _rules(rules: Plain) -> dict[str, RuleSetting]:
    return {name: _rule(value) for name, value in rules.items()}


def _rule(value: Any) -> RuleSetting:
    """`off`, `on`, a severity, or a map of them and of params."""
    # plain `off` and `on` are booleans in YAML, strings in TOML
    if value in (False, "off"):
        return RuleSetting(off=True)
    if value in (True, "on"):
        return RuleSetting(off=False)
    if isinstance(value, str):
        return RuleSetting(Severity.from_text(value))
    severity = value.get("severity")
    return RuleSetting(
        None if severity is None else Severity.from_text(severity),
        dict(value.get("params", {})),
        value.get("off"),
    )


def _override(value: Plain) -> PathOverride:
    return PathOverride(
        _several(value["match"]),
        tuple(value.get("ignore", ())),
        _rules(value.get("rules", {})),
    )


def _waivers(values: Any, read: Read) -> tuple[Waiver, ...]:
    """The suppressions, each with its own line, so that an unused one can be found."""
    return tuple(
        Waiver(
            rules=_several(value.get("rules", ())),
            path=value.get("path", ""),
            kind=value.get("kind", ""),
            namespace=value.get("namespace", ""),
            name=value.get("name", ""),
            reason=value.get("reason", ""),
            until=None if value.get("until") is None else str(value["until"]),
            place=f"{read.name}:{read.line(Pointer(('suppress', number)))}",
        )
        for number, value in enumerate(values)
    )
