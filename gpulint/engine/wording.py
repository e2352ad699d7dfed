"""Turns the facts of a problem into words and into plain data."""

import string
from collections.abc import Mapping
from functools import lru_cache

from gpulint.model.quantity import Quantity

_CONTROL = dict.fromkeys((*range(32), 127, *range(128, 160), 8232, 8233), "�")
_MOST = 8
_LONGEST = 300


def plain(value: object) -> object:
    """A fact as JSON data: quantities become texts, sets and tuples lists."""
    if isinstance(value, Quantity):
        return value.text
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def words(value: object) -> str:
    """A fact inside a sentence: lists are joined and cut, control characters replaced."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, Quantity):
        return value.text
    if isinstance(value, (set, frozenset)):
        value = sorted(map(str, value))
    if isinstance(value, (list, tuple)):
        more = f" and {len(value) - _MOST} more" if len(value) > _MOST else ""
        return ", ".join(words(each) for each in value[:_MOST]) + more
    text = str(value).translate(_CONTROL)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


@lru_cache(1024)
def _parts(template: str) -> tuple[tuple[str, str | None], ...]:
    """Pairs of plain text and the field after it.

    `{field}` only: no attributes, no indexes, so that a message can never run code or fail late.
    """
    return tuple((literal, field) for literal, field, _, _ in string.Formatter().parse(template))


def message(template: str, facts: Mapping[str, object]) -> str:
    """Fill a rule's message. `{hint}` becomes "; did you mean X?" when the fact `near` names something.

    Raises KeyError for a field that the check did not fill.
    """
    near = facts.get("near")
    hint = f"; did you mean {words(near[0])}?" if isinstance(near, (list, tuple)) and near else ""
    known = {"hint": hint, **facts}
    return "".join(
        literal if field is None else literal + words(known[field])
        for literal, field in _parts(template)
    )
