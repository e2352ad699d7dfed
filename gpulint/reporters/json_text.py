"""Values as JSON text, in pure ASCII, so that no terminal or locale can spoil it."""

import json
from collections.abc import Mapping, Set


def compact(value: object) -> str:
    """One line of JSON. What JSON has no form for becomes text, sets become sorted lists."""
    return json.dumps(value, default=_plain, allow_nan=False)


def rows(values: list[object], indent: str = "") -> str:
    """A list with one value a line: large reports stay readable, and are written at C speed."""
    if not values:
        return "[]"
    return "[\n" + ",\n".join(indent + compact(value) for value in values) + "\n]"


def _plain(value: object) -> object:
    """A value of JSON in place of one that `json` does not know."""
    if isinstance(value, Mapping):
        return {str(key): each for key, each in value.items()}
    if isinstance(value, Set):
        return sorted(value, key=str)
    return str(value)
