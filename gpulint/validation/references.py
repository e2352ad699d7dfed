"""Following the references of trimmed schemas."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from gpulint.validation.trim import Schema

REFERENCE = "#/$defs/"


class Types(Protocol):
    """Where a schema's references lead."""

    def definition(self, name: str) -> Schema:
        """The trimmed schema of that name. Raises KeyError for an unknown one."""


class Ancestor(NamedTuple):
    """A map or list on the way down to a place: its field path parts and its schema."""

    path: tuple[str | int, ...]
    schema: Schema


def resolved(schema: object, types: Types) -> Schema:
    """The schema itself, or what its reference leads to."""
    if not isinstance(schema, Mapping):
        return {}
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return types.definition(reference[len(REFERENCE) :])
    return schema


def properties_of(schema: object, types: Types) -> Mapping[str, Schema]:
    """The named fields of a map's schema; empty for everything else."""
    properties = resolved(schema, types).get("properties")
    return properties if isinstance(properties, Mapping) else {}
