"""Words of YAML, not of JSON Schema, for what stands in a value."""

from collections.abc import Mapping, Sequence

_WORDS = {"object": "map", "array": "list"}
_LONGEST = 60


def type_word(value: object) -> str:
    """`map`, `list`, `string`, `boolean`, `integer`, `number`, `null`; else Python's type name.

    A number without fraction is an integer, however it is written: Kubernetes reads `1e3` as 1000.
    """
    if isinstance(value, str):
        return "string"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    if isinstance(value, Mapping):
        return "map"
    if isinstance(value, list | tuple):
        return "list"
    return "null" if value is None else type(value).__name__


def wanted_words(types: object) -> str:
    """`string or number` for the types of a schema, one or several."""
    if isinstance(types, str):
        return _WORDS.get(types, types)
    if isinstance(types, Sequence):
        return " or ".join(_WORDS.get(str(each), str(each)) for each in types)
    return "anything"


def shown(value: object) -> str:
    """A scalar as YAML writes it, cut after 60 characters; maps and lists by their word alone."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, str | int | float):
        text = str(value)
        return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return f"a {type_word(value)}"


def short(value: object) -> str:
    """A scalar as `shown` tells it; nothing for a map or list, as its type says enough."""
    return "" if isinstance(value, Mapping | list | tuple) else shown(value)


def quoting_hint(value: object, found: str, wanted: str) -> str:
    """The usual way to mend a wrong type; empty where there is none."""
    if wanted == "string" and found in ("boolean", "integer", "number"):
        return f'quote it: "{shown(value)}"'
    if wanted == "integer" and isinstance(value, str) and value.strip().isdigit():
        return "remove the quotes"
    if wanted == "boolean" and isinstance(value, str) and value.lower() in ("true", "false"):
        return "remove the quotes"
    if wanted == "map" and isinstance(value, list | tuple) and value and _all_maps(value):
        return "remove the dashes"
    if wanted == "list" and found in ("map", "string"):
        return "put a dash before each item"
    return ""


def _all_maps(items: Sequence[object]) -> bool:
    return all(isinstance(each, Mapping) for each in items)
