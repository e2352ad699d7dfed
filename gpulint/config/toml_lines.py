"""Where the keys of a TOML file stand: tomllib tells values, no places."""

import re

Path = tuple[str | int, ...]

_BARE = r"[\w-]+|\"[^\"]*\"|'[^']*'"
_NAME = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")
_HEADER = re.compile(rf"\s*(\[\[?)\s*((?:{_BARE})(?:\s*\.\s*(?:{_BARE}))*)\s*\]")
_KEY = re.compile(rf"\s*((?:{_BARE})(?:\s*\.\s*(?:{_BARE}))*)\s*=")


def toml_lines(text: str) -> dict[Path, int]:
    """Lines, from 1, of tables and keys by their path, with indexes for arrays of tables.

    Keys inside inline tables and arrays are left to the key that holds them.
    """
    lines: dict[Path, int] = {}
    sizes: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            names = _names(header[2])
            table = _resolved(names[:-1], sizes) + names[-1:]
            if header[1] == "[[":
                sizes[table] = sizes.get(table, 0) + 1
                lines.setdefault(table, number)
                table = (*table, sizes[table] - 1)
            lines.setdefault(table, number)
            continue
        key = _KEY.match(line)
        if key:
            lines.setdefault(table + _names(key[1]), number)
    return lines


def _resolved(names: Path, sizes: dict[Path, int]) -> Path:
    """The path with the index of the newest table wherever it leads through an array of them."""
    path: Path = ()
    for name in names:
        path = (*path, name)
        if path in sizes:
            path = (*path, sizes[path] - 1)
    return path


def _names(dotted: str) -> Path:
    """`tool."a.b".c` as its parts."""
    return tuple("".join(parts) for parts in _NAME.findall(dotted))
