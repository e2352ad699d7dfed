"""Writes plain data as YAML; a writer needs none of the parser."""

import json
import re
from collections.abc import Iterable, Iterator

_PLAIN = re.compile(r"[A-Za-z/][A-Za-z0-9_./-]*\Z")
_WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"}


def to_yaml(documents: Iterable[object]) -> str:
    """Documents in block style, divided by `---`. Values: dict, list, str, int, bool, None."""
    return "---\n".join("\n".join(_lines(each)) + "\n" for each in documents)


def _lines(value: object) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from _entry(f"{_scalar(key)}:", each)
    elif isinstance(value, list) and value:
        for each in value:
            yield from _item(each)
    else:
        yield _scalar(value)


def _entry(key: str, value: object) -> Iterator[str]:
    if isinstance(value, (dict, list)) and value:
        yield key
        yield from (f"  {line}" for line in _lines(value))
    else:
        yield f"{key} {_scalar(value)}"


def _item(value: object) -> Iterator[str]:
    for number, line in enumerate(_lines(value)):
        yield f"- {line}" if number == 0 else f"  {line}"


def _scalar(value: object) -> str:
    if isinstance(value, str) and _PLAIN.match(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
