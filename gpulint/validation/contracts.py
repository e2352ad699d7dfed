"""Judges our own files and reports by the contracts in schemas/."""

import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gpulint.core.pointer import Pointer
from gpulint.core.project_files import project_folder
from gpulint.validation.compiled import IsValid, fast_judge
from gpulint.validation.near import near_names
from gpulint.validation.violation import Fault, Violation
from gpulint.validation.words import quoting_hint, short, shown, type_word, wanted_words

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

_DEPTH = 100
# How a value that is too small, long, … is told apart; the rest is worded by the schema itself.
_PHRASES = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minItems": "at least {} item",
    "minLength": "text that is not empty",
    "minProperties": "at least {} key",
    "uniqueItems": "no item twice",
    "pattern": "text of the form {}",
    "const": "{}",
}


def contract_errors(value: object, contract: str) -> tuple[Violation, ...]:
    """All mistakes in `value`, by place; empty when it keeps the contract.

    contract: `rule`, `settings`, `report`, `facts`, `baseline` or `fit`. Raises
    FileNotFoundError for another one.
    """
    if _fast_judge(contract)(value):
        return ()
    errors = _validator(contract).iter_errors(_plain(value, 0))
    found = {
        (each.pointer, each.fault, each.facts["field"]): each
        for error in errors
        for each in _violations(error)
    }
    return tuple(sorted(found.values(), key=_order))


@lru_cache(maxsize=8)
def _fast_judge(contract: str) -> IsValid:
    return fast_judge(_schema(contract))


@lru_cache(maxsize=8)
def _validator(contract: str) -> "Draft202012Validator":
    import jsonschema  # heavy, faults only

    return jsonschema.Draft202012Validator(_schema(contract))


@lru_cache(maxsize=8)
def _schema(contract: str) -> dict[str, Any]:
    import json  # start-up counts

    path = os.path.join(project_folder("schemas"), f"{contract}.schema.json")
    with open(path, encoding="utf-8") as file:
        schema: dict[str, Any] = json.load(file)
    return schema


def _plain(value: object, depth: int) -> object:
    """The value in the types that the library knows; what is nested too deep becomes a word."""
    if depth > _DEPTH:
        return shown(value)
    if isinstance(value, Mapping):
        return {
            key if isinstance(key, str) else shown(key): _plain(each, depth + 1)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_plain(each, depth + 1) for each in value]
    return value


def _violations(error: "ValidationError") -> Iterator[Violation]:
    rule: Any = error.validator_value
    schema: Any = error.schema
    word, value = str(error.validator), error.instance
    pointer = Pointer(error.absolute_path)
    if word in ("anyOf", "oneOf"):
        yield _of_names(error, pointer)
    elif word == "additionalProperties" and isinstance(value, Mapping):
        yield from _unknown(value, schema, pointer)
    elif word == "required":
        missing = [name for name in rule if isinstance(value, Mapping) and name not in value]
        for name in missing:
            yield _violation(pointer, "required", field=name, parent=pointer, found="nothing")
    elif word == "type":
        yield _wrong_type(value, rule, pointer)
    elif word == "enum":
        near = near_names(shown(value), [str(each) for each in rule])
        detail = f"did you mean {near[0]}?" if near else ""
        yield _violation(
            pointer, "enum", found=shown(value), wanted=tuple(rule), near=near, detail=detail
        )
    else:
        phrase = schema.get("x-gpulint-wanted") or _PHRASES.get(word, error.message).format(
            shown(rule)
        )
        yield _violation(pointer, "value", found=shown(value), wanted=phrase)


def _wrong_type(value: object, rule: object, pointer: Pointer) -> Violation:
    found, wanted = type_word(value), wanted_words(rule)
    detail = quoting_hint(value, found, wanted)
    return _violation(
        pointer, "type", found=found, wanted=wanted, value=short(value), detail=detail
    )


def _unknown(
    value: Mapping[str, object], schema: Mapping[str, Any], pointer: Pointer
) -> Iterator[Violation]:
    known = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    for name in value:
        if name not in known and not any(re.search(pattern, name) for pattern in patterns):
            near = near_names(name, known)
            detail = f"did you mean {near[0]}?" if near else ""
            yield _violation(
                pointer.child(name), "unknown-field", near=near, belongs="", detail=detail
            )


def _of_names(error: "ValidationError", pointer: Pointer) -> Violation:
    """The contracts offer choices only between keys; told as one mistake, not one for each key."""
    rule: Any = error.validator_value
    names = ", ".join(name for each in rule for name in each.get("required", ()))
    count = "exactly" if error.validator == "oneOf" else "at least"
    found, wanted = shown(error.instance), f"{count} one of {names}"
    return _violation(pointer, "value", found=found, wanted=wanted)


def _violation(pointer: Pointer, fault: Fault, **facts: object) -> Violation:
    parent = facts.pop("parent", pointer.parent)
    field = str(pointer[-1]) if pointer else ""
    place = parent.field_path if isinstance(parent, Pointer) else ""
    # a missing or unknown name is about the key, all else about the value
    is_key = fault in ("unknown-field", "required") and bool(pointer)
    part = "key" if is_key and isinstance(pointer[-1], str) else "value"
    all_facts = {"field": field, "parent": place, "detail": "", **facts}
    return Violation(pointer, "key" if part == "key" else "value", fault, all_facts)


def _order(violation: Violation) -> tuple[object, ...]:
    parts = tuple(
        (0, part, "") if isinstance(part, int) else (1, 0, part) for part in violation.pointer
    )
    return (parts, violation.fault, str(violation.facts["field"]))
