"""Paths of the data files, `spec.tasks[].template`, taken apart."""

import re
from enum import Enum


class Each(Enum):
    """A step of a path that stands for many: every list element, or every map value."""

    ITEM = "[]"
    VALUE = "{}"


EACH_ITEM = Each.ITEM
EACH_VALUE = Each.VALUE

Path = tuple["str | Each", ...]

_STEP = r'\.?([A-Za-z0-9_$-]+)|(\[\]|\{\})|\["([^"]+)"\]'


def parse_path(text: str) -> tuple[str, ...]:
    """Parts of a written path; `[]` and `{}` stay as they are, for a table can hold only text.

    Raises ValueError for text that is no path. The empty text is the object itself.
    """
    parts: list[str] = []
    position = 0
    while position < len(text):
        step = re.compile(_STEP).match(text, position)
        if step is None:
            raise ValueError(f"no path: {text!r} breaks at column {position + 1}")
        parts.append(step.group(1) or step.group(2) or step.group(3))
        position = step.end()
    return tuple(parts)


def path_from_parts(parts: list[str]) -> Path:
    """The path of a table's row, its markers made distinct from keys."""
    return tuple(
        EACH_ITEM if part == "[]" else EACH_VALUE if part == "{}" else part for part in parts
    )
