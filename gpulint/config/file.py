"""The configuration file: finds it, reads it, lays the command line over it.

Imports stay light: most runs have no such file.
"""

import os
from collections.abc import Mapping
from typing import Any

from gpulint.config.settings import Settings
from gpulint.core.errors import UsageError

YAML_NAMES = (".gpulint.yaml", ".gpulint.yml")
TOML_NAME = "pyproject.toml"
_TABLE = b"[tool.gpulint"
# what the command line adds to rather than replaces
_EXTENDED = ("select", "ignore", "suppress")


def find(start: str) -> str | None:
    """The configuration for a path: the first found in its folder or upward, None without any.

    start: a file, a folder, or `-` for the current folder. A pyproject.toml counts only when it has
    a table [tool.gpulint]. A path below the current folder gives a path below it too.
    """
    folder = "." if start == "-" else start
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    folder = os.path.abspath(folder)
    while True:
        for name in YAML_NAMES:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                return _as_given(path)
        path = os.path.join(folder, TOML_NAME)
        if os.path.isfile(path) and _has_table(path):
            return _as_given(path)
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def load(path: str) -> Settings:
    """Settings of a file over the defaults; paths in it start from its folder.

    Raises ConfigError with a line `file:line: …` for each mistake, UsageError when it cannot be read.
    """
    from gpulint.config.convert import converted  # only with a file
    from gpulint.config.reading import read_toml, read_yaml

    text = _bytes(path)
    name = path.replace(os.sep, "/")
    read = read_toml if path.endswith(".toml") else read_yaml
    return converted(read(name, text), os.path.dirname(path))


def settings_from(value: Mapping[str, object], name: str = "settings") -> Settings:
    """Settings over the defaults, from plain values in the form of the file.

    name: what errors call their source. Raises ConfigError for each mistake.
    """
    from gpulint.config.convert import converted  # only for values
    from gpulint.config.reading import Read, checked

    read = checked(Read(name, value, lambda pointer, part="value": 0))
    return converted(read, "")._replace(places={})  # no file, no lines


def merge(base: Settings, overrides: Mapping[str, Any]) -> Settings:
    """Settings with the command line over them: it wins; `select`, `ignore` and `suppress` add up.

    overrides: by field name of Settings, only what was given. Raises TypeError for another name.
    """
    replaced = dict(overrides)
    for field in _EXTENDED:
        if field in replaced:
            replaced[field] = (*getattr(base, field), *replaced[field])
    gone = {field for field in overrides if field not in _EXTENDED}
    places = {key: each for key, each in base.places.items() if key[0] not in gone}
    return base._replace(**replaced, places=places)


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError as error:
        raise UsageError(f"cannot read the configuration {path}: {error.strerror}") from None


def _has_table(path: str) -> bool:
    """Whether a line opens a table below tool.gpulint; the file need not be valid."""
    text = _bytes(path)
    if b"gpulint" not in text:
        return False
    lines = (line.translate(None, b" \t\"'") for line in text.splitlines())
    return any(line.startswith((_TABLE + b"]", _TABLE + b".", b"[" + _TABLE)) for line in lines)


def _as_given(path: str) -> str:
    """From the current folder where the file lies in or below it, else absolute."""
    here = os.path.join(os.getcwd(), "")
    return path[len(here) :] if path.startswith(here) else path
