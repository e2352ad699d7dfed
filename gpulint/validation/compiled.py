"""Trimmed schemas as JSON Schema, for the libraries that judge many objects fast.

`walk` decides; a compiled validator only tells which objects need no walk. Importing jsonschema-rs
and compiling one kind costs as much as about 400 walks (40 ms against 0.1 ms), and then 0.002 ms an
object: worth it in bulk and in the webhook, never in a commit hook.
"""

from collections.abc import Callable, Mapping
from typing import Any

from gpulint.validation.references import REFERENCE, Types, resolved
from gpulint.validation.trim import Schema

IsValid = Callable[[object], bool]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def compiled(schema: Schema, types: Types) -> IsValid:
    """A fast judge of whole objects over a trimmed schema."""
    return fast_judge(json_schema(schema, types))


def fast_judge(schema: dict[str, Any]) -> IsValid:
    """A fast judge over a JSON Schema: False means "worth a look", which is not yet "wrong"."""
    import jsonschema_rs  # start-up counts

    validator = jsonschema_rs.Draft202012Validator(schema)

    def is_valid(value: object) -> bool:
        try:
            return bool(validator.is_valid(value))
        except (ValueError, RecursionError):  # a key that is no string, nesting without end
            return False

    return is_valid


def json_schema(schema: Schema, types: Types) -> dict[str, Any]:
    """A self-contained JSON Schema: what `schema` says and all that it refers to.

    null counts as absent, so it is allowed everywhere but in a required field and as an item of a
    list whose items need fields.
    """
    definitions: dict[str, object] = {}
    waiting = _references(schema)
    while waiting:
        name = waiting.pop()
        if name not in definitions:
            definition = types.definition(name)
            definitions[name] = _with_null(definition, types)
            waiting |= _references(definition)
    return {"$schema": _DIALECT, **_with_null(schema, types), "$defs": definitions}


def _references(schema: object) -> set[str]:
    if isinstance(schema, Mapping):
        found = {name for each in schema.values() for name in _references(each)}
        reference = schema.get("$ref")
        if isinstance(reference, str):
            found.add(reference[len(REFERENCE) :])
        return found
    return set()


def _with_null(schema: Schema, types: Types) -> dict[str, object]:
    out = dict(schema)
    known = schema.get("type")
    if isinstance(known, str):
        out["type"] = [known, "null"]
    elif isinstance(known, list):
        out["type"] = [*known, "null"]
    if isinstance(schema.get("enum"), list):
        out["enum"] = [*schema["enum"], None]  # type: ignore[misc]  # seen to be a list
    return out | _inner(schema, types)


def _inner(schema: Schema, types: Types) -> dict[str, object]:
    out: dict[str, object] = {}
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        required = schema.get("required", ())
        out["properties"] = {
            name: _not_null(_with_null(each, types), name in required)  # type: ignore[operator]  # names
            for name, each in properties.items()
        }
    for word in ("items", "additionalProperties"):
        each = schema.get(word)
        if isinstance(each, Mapping):
            needs_fields = word == "items" and "required" in resolved(each, types)
            out[word] = _not_null(_with_null(each, types), needs_fields)
    return out


def _not_null(schema: dict[str, object], is_needed: bool) -> dict[str, object]:
    return {**schema, "not": {"type": "null"}} if is_needed else schema
