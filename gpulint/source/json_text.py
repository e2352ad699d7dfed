"""Reads JSON: one object, or a stream of them as kubectl takes it (one after another, JSON Lines)."""

import json
import math
import re
from collections.abc import Iterator
from json.decoder import JSONDecoder
from typing import Any, NamedTuple

from gpulint.core.fault import InputFault
from gpulint.source.json_tree import JsonTree, mend_surrogates
from gpulint.source.limits import (
    MAX_DEPTH,
    MAX_FAULTS,
    MAX_JSON_VALUES,
    LimitError,
    too_deep,
    too_many_values,
)
from gpulint.source.text import Text

# A line `---` before an object is left by the split; JSON itself knows only the blanks.
_BLANK = re.compile(r"(?:---(?=\s))?[ \t\r\n]*")
_SURELY_64_BITS, _PERHAPS_64_BITS = 18, 20
_LONGEST = 40
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class JsonDocument(NamedTuple):
    """The tree and value of one document; start is the index of its first character."""

    tree: JsonTree
    value: object
    start: int


class NotJsonError(Exception):
    """A text that is no JSON; it may still be YAML. `fault` says why."""

    def __init__(self, fault: InputFault) -> None:
        super().__init__(fault.facts["detail"])
        self.fault = fault


def read_json(text: Text) -> list[JsonDocument | InputFault]:
    """All documents of a text, each after its faults; raises NotJsonError when any part is no JSON."""
    found: list[JsonDocument | InputFault] = []
    characters = text.text
    if characters.count(",") + characters.count("[") + characters.count("{") > MAX_JSON_VALUES:
        return [_fault("syntax", text, 0, 0, detail=too_many_values(MAX_JSON_VALUES))]
    index = _after_blank(characters, 0)
    while index < len(characters):
        try:
            value, end, doubled = _decode(characters, index)
        except json.JSONDecodeError as error:
            raise NotJsonError(_syntax(text, error)) from None
        except LimitError as error:
            at = error.index or index
            found.append(_fault(error.kind, text, at, at, detail=error.detail))
            return found
        tree = JsonTree(text, index)
        if doubled:
            found.extend(_duplicates(text, tree))
        found.append(JsonDocument(tree, value, index))
        index = _after_blank(characters, end)
    return found


def check_json(text: Text) -> None:
    """Raise NotJsonError when the text is no stream of JSON documents; no places are kept."""
    read_json(text)


def _after_blank(characters: str, index: int) -> int:
    found = _BLANK.match(characters, index)
    return found.end() if found else index


def _decode(characters: str, index: int) -> tuple[Any, int, bool]:
    """The value that starts at `index`, where it ends, and whether an object has a key twice."""
    doubled = False

    def pairs_hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal doubled
        built = dict(pairs)
        if len(built) != len(pairs):
            doubled = True
        return built

    try:
        decoder = JSONDecoder(
            object_pairs_hook=pairs_hook,
            parse_constant=_no_constant,
            parse_float=_float,
            parse_int=_integer,
        )
        try:
            value, end = decoder.raw_decode(characters, index)
        except json.JSONDecodeError:
            raise
        except ValueError as error:  # from _float, with the text of the number
            raise _too_large(str(error), characters, index) from None
    except RecursionError:
        raise LimitError(too_deep()) from None
    # of this document alone: a stream may hold thousands
    _check_depth(value, characters.count("[", index, end) + characters.count("{", index, end))
    if _SURROGATE.search(characters, index, end):
        value = _mended(value)
    return value, end, doubled


def _integer(text: str) -> int | float:
    """The number; beyond 64 bits a float, as Kubernetes reads it."""
    if len(text) <= _SURELY_64_BITS:
        return int(text)
    if len(text) <= _PERHAPS_64_BITS and -(2**63) <= (value := int(text)) < 2**63:
        return value
    return _float(text)


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(text)
    return value


def _too_large(text: str, characters: str, index: int) -> LimitError:
    shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return LimitError(f"`{shown}` is too large for a number", characters.find(text, index))


def _no_constant(text: str) -> Any:
    raise LimitError(f"`{text}` is no number that Kubernetes knows", kind="refused")


def _check_depth(value: Any, brackets: int) -> None:
    """Raise LimitError when the value nests too deeply; counted level by level, without recursion."""
    if brackets < MAX_DEPTH:
        return
    level = [value]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                below.extend(child for child in each.values() if isinstance(child, dict | list))
            elif isinstance(each, list):
                below.extend(child for child in each if isinstance(child, dict | list))
        if not below:
            return
        level = below
    raise LimitError(too_deep())


def _mended(value: Any) -> Any:
    """The value with half surrogate pairs replaced, as they could not be printed."""
    if isinstance(value, str):
        return mend_surrogates(value)
    if isinstance(value, dict):
        return {mend_surrogates(key): _mended(child) for key, child in value.items()}
    if isinstance(value, list):
        return [_mended(child) for child in value]
    return value


def _duplicates(text: Text, tree: JsonTree) -> Iterator[InputFault]:
    for number, (key, first, second) in enumerate(tree.duplicates()):
        if number == MAX_FAULTS:
            return
        line = text.span(*first).line
        yield _fault("duplicate-key", text, *second, key=key, first_line=line)


def _syntax(text: Text, error: json.JSONDecodeError) -> InputFault:
    at = min(error.pos, len(text.text))
    detail = f"no JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    return _fault("syntax", text, at, at + 1, detail=detail)


def _fault(kind: str, text: Text, start: int, end: int, **facts: object) -> InputFault:
    span = text.span(start, end)
    return InputFault(kind, text.name, span, facts, text.line_text(span.line))
