"""Values as JSON text, in pure ASCII, so that no terminal or locale can spoil it."""

import json
import math
from collections.abc import Mapping, Set


def compact(value: object) -> str:
    """One line of JSON. What JSON has no form for becomes text, sets become sorted lists."""
    try:
        return json.dumps(value, default=_plain, allow_nan=False)
    except (TypeError, ValueError):  # rare, and walking every value in Python is slow
        return json.dumps(_plain(value), allow_nan=False)


def rows(values: list[object], indent: str = "") -> str:
    """A list with one value a line: large reports stay readable, and are written at C speed."""
    if not values:
        return "[]"
    return "[\n" + ",\n".join(indent + compact(value) for value in values) + "\n]"


def _plain(value: object) -> object:
    """The same value out of nothing but what JSON knows."""
    if isinstance(value, str | bool) or value is None:
        return value
    if isinstance(value, Mapping):
        return {_text(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Set):
        return [_plain(each) for each in sorted(value, key=_text)]
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, int) and value.bit_length() < _BITS:
        return value
    return _text(value)


# Python refuses to write larger numbers in decimal
_BITS = 10_000


def _text(value: object) -> str:
    """The value as text, whatever it is."""
    return hex(value) if isinstance(value, int) and value.bit_length() >= _BITS else str(value)
